import { type Static, Type } from 'typebox';
import { idOf } from '../../platform/http/wire.ts';
import { peopleFilter } from '../user-admin/user-admin-wire.ts';

/** The filter of a bulk act: that of the list of people, optionally restricted to people created by an import. */
export const SelectionFilter = Type.Object({
  ...peopleFilter,
  import_id: Type.Optional(idOf({ description: 'Only people whom this import made' })),
});
export type SelectionFilter = Static<typeof SelectionFilter>;
