import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { savedViewsTable } from './saved-view.ts';
import { savedViewsRoutes } from './saved-views-routes.ts';
import { forgetNamed } from './saved-views-store.ts';

const savedViewsErrors = declareRefusals({
  'saved_views.not_found': {
    status: 404,
    hr: 'Tog prikaza više nema.',
    en: 'This view no longer exists.',
    when: 'No such view, or one that is neither the caller’s nor shared in their tenant.',
  },
  'saved_views.not_yours': {
    status: 403,
    hr: 'Prikaz je spremio netko drugi: samo ga ta osoba može mijenjati.',
    en: 'Somebody else saved this view: only they can change it.',
    when: 'A view that somebody else shares is changed, removed or shared.',
  },
  'saved_views.name_taken': {
    status: 409,
    hr: 'Već imate prikaz s tim nazivom.',
    en: 'You already have a view of that name.',
    when: 'The caller has another view of the name.',
  },
  'saved_views.too_many': {
    status: 409,
    hr: 'Imate 20 prikaza, koliko ih najviše može biti. Uklonite one koje više ne trebate.',
    en: 'You have 20 views, and more cannot be saved. Remove those that you no longer need.',
    when: 'The caller has 20 views.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof savedViewsErrors> {}
}

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
