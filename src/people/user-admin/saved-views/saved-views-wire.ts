import { type Static, Type } from 'typebox';
import { PEOPLE_SORTS } from '../../../accounts/people-search/people-sort.ts';
import { choice, idOf } from '../../../platform/http/wire.ts';
import { peopleFilter } from '../user-admin-wire.ts';

const { q: _, ...filters } = peopleFilter;

/** Without a text searched for, which may name somebody. */
export const ViewFilter = Type.Object({ ...filters, sort: Type.Optional(choice(PEOPLE_SORTS)) });

const LONGEST_NAME = 40;
const name = Type.String({ minLength: 1, maxLength: LONGEST_NAME });

export const SaveViewBody = Type.Object({ name, filter: ViewFilter });
export type SaveViewBody = Static<typeof SaveViewBody>;

export const ChangeViewBody = Type.Partial(SaveViewBody);
export type ChangeViewBody = Static<typeof ChangeViewBody>;

export const ViewParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const ViewsQuery = Type.Object({
  tenant_id: Type.Optional(idOf({ description: 'Whom views without a tenant of their own count' })),
});

/** The views that everybody has. */
export const USUAL_VIEWS = ['all', 'not_invited', 'expired'] as const;

export const VIEW_ACTIONS = ['change', 'remove', 'share', 'unshare'] as const;

const view = {
  id: Type.String(),
  name: Type.String(),
  filter: ViewFilter,
  shared: Type.Boolean({ description: 'Everybody in the tenant who may see people sees it' }),
  actions: Type.Array(choice(VIEW_ACTIONS), { description: 'What the caller may do with it now' }),
};

const counted = { total: Type.Integer(), total_is_capped: Type.Boolean() };

export const SavedViewAnswer = Type.Object(view, { title: 'SavedView' });

export const ViewsAnswer = Type.Object(
  {
    usual: Type.Array(Type.Object({ key: choice(USUAL_VIEWS), filter: ViewFilter, ...counted }), {
      description: 'Those that everybody has',
    }),
    items: Type.Array(Type.Object({ ...view, ...counted }), {
      description: 'The caller’s own, then those that others share; none whose tenant is out of their reach',
    }),
  },
  { title: 'PeopleViews' },
);
