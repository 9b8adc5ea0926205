import { type Static, Type } from 'typebox';
import { idOf } from '../http/id-wire.ts';
import { peopleFilter } from '../user-admin/user-admin-wire.ts';

/** Whom a bulk act is meant for: whoever the list of people would show, and if wished only those an import made. */
export const SelectionFilter = Type.Object({
  ...peopleFilter,
  import_id: Type.Optional(idOf({ description: 'Only people whom this import made' })),
});
export type SelectionFilter = Static<typeof SelectionFilter>;
