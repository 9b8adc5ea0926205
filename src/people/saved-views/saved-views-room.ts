import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { savedViewsTable } from './saved-view.ts';
import { savedViewsErrors } from './saved-views-errors.ts';
import { savedViewsRoutes } from './saved-views-routes.ts';
import { forgetNamed } from './saved-views-store.ts';

const savedViewsActions = {
  'saved_view.share': action<{ view_id: string }>({
    group: 'people',
    act: { hr: 'podijeljen prikaz popisa', en: 'view of the list shared' },
    deed: { en: 'shared a view of the list of people' },
  }),
  'saved_view.unshare': action<{ view_id: string }>({
    group: 'people',
    act: { hr: 'prekinuto dijeljenje prikaza popisa', en: 'view of the list no longer shared' },
    deed: { en: 'ended the sharing of a view of the list of people' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof savedViewsActions> {}
}

const savedViewsPersonalData: PersonalDataContributor = {
  room: 'saved-views',
  ...rowsOfPerson([savedViewsTable]),
  eraseValues: (tx, values) => forgetNamed(tx, textsTelling(values)),
  description: {
    holds: 'views of the list of people that somebody saved: name, filter, the tenant they are shared in, time',
    erased: 'removed, also where they are shared; names and addresses in the names of other people’s views',
  },
};

export const savedViewsRoom = defineRoom({
  name: 'saved-views',
  refusals: savedViewsErrors,
  tables: [savedViewsTable],
  auditActions: savedViewsActions,
  personalData: () => savedViewsPersonalData,
  open: (deps: Pick<Platform, 'database' | 'clock'>) => ({ routes: savedViewsRoutes(deps) }),
});
