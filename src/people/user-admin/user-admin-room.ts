import type { Settings } from '../../platform/config/settings.ts';
import { type PersonalDataContributor, textsTelling } from '../../platform/database/personal-data.ts';
import { rowsOfPerson } from '../../platform/database/personal-rows.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import { duplicatesRoute } from './duplicates-route.ts';
import { memberRoutes } from './member-routes.ts';
import { inactivityTasks } from './retire-inactive.ts';
import { savedViewsTable } from './saved-views/saved-view.ts';
import { savedViewsErrors } from './saved-views/saved-views-errors.ts';
import { savedViewsRoutes } from './saved-views/saved-views-routes.ts';
import { forgetNamed } from './saved-views/saved-views-store.ts';
import type { UserAdminDeps } from './show-managed-user.ts';
import { usersActRoutes } from './user-acts-routes.ts';
import { userAdminActions } from './user-admin-actions.ts';
import { usersRoutes } from './user-admin-routes.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    /** `last_at` is empty for a user who never signed in. */
    'account-inactive': { readonly last_at: Instant | ''; readonly suspend_at: Instant };
  }
}

const inactivityMails: MailTemplates<'account-inactive'> = {
  'account-inactive': {
    hr: ({ last_at, suspend_at }) => ({
      subject: 'Pristup računu obustavit će se jer se račun ne koristi',
      paragraphs: [
        last_at === ''
          ? 'U svoj se račun još niste prijavili.'
          : `Posljednji put prijavili ste se ${croatianTime(last_at)}.`,
        `Ako se ne prijavite, pristup računu obustavit će se ${croatianTime(suspend_at)}. Podaci ostaju, a pristup može vratiti Vaš administrator.`,
        'Ako ga želite zadržati, dovoljno je da se jednom prijavite.',
      ],
      button: { label: 'Prijavi se', path: '/login' },
      notes: ['Ako ne znate lozinku, na stranici za prijavu možete zatražiti novu.'],
    }),
    en: ({ last_at, suspend_at }) => ({
      subject: 'Your account will be suspended because it is not used',
      paragraphs: [
        last_at === ''
          ? 'You have not signed in to your account yet.'
          : `You last signed in on ${englishTime(last_at)}.`,
        `Unless you sign in, the account will be suspended on ${englishTime(suspend_at)}. Your data stays, and your administrator can reinstate the account.`,
        'To keep it, signing in once is enough.',
      ],
      button: { label: 'Sign in', path: '/login' },
      notes: ['If you do not know your password, you can request a new one on the sign-in page.'],
    }),
  },
};

type UserAdminRoomDeps = Omit<UserAdminDeps, 'retentionDays' | 'findUsersWithWayIn'> & { readonly settings: Settings };

const savedViewsPersonalData: PersonalDataContributor = {
  room: 'saved-views',
  ...rowsOfPerson([savedViewsTable]),
  eraseValues: (tx, values) => forgetNamed(tx, textsTelling(values)),
  description: {
    holds: 'views of the list of people that somebody saved: name, filter, the tenant they are shared in, time',
    erased: 'removed, also where they are shared; names and addresses in the names of other people’s views',
  },
};

export const userAdminRoom = defineRoom({
  name: 'user-admin',
  refusals: savedViewsErrors,
  tables: [savedViewsTable],
  auditActions: userAdminActions,
  mails: inactivityMails,
  personalData: () => savedViewsPersonalData,
  open: ({ settings, ...needs }: UserAdminRoomDeps, { findUsersWithWayIn }) => {
    const deps: UserAdminDeps = { ...needs, findUsersWithWayIn, retentionDays: settings.retention.deletedDays };
    return {
      routes: [
        ...usersRoutes(deps),
        ...usersActRoutes(deps),
        ...memberRoutes(deps),
        duplicatesRoute(deps),
        ...savedViewsRoutes(deps),
      ],
      retentionTasks: inactivityTasks(deps, settings.retention),
    };
  },
});
