import { Type } from 'typebox';
import { RawToken } from '../../accounts/action-tokens/action-tokens-wire.ts';
import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { defineOpenRoute, type Route } from '../../platform/http/define-route.ts';
import { open } from '../../platform/http/route-access.ts';
import { perAddress } from '../../platform/http/route-limit.ts';
import { DetailAnswer } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import {
  type InsteadOfPassword,
  type PasswordByLinkDeps,
  passwordByLink,
} from '../../sign-in/passwords/password-by-link.ts';
import { askAgain } from './ask-again.ts';
import { invitationActions } from './invitations-actions.ts';
import { invitationsAdminRoutes } from './invitations-admin-routes.ts';
import { invitationErrors } from './invitations-errors.ts';
import { joiningPersonalData } from './joining-personal-data.ts';
import { ownInvitationsRoutes } from './own-invitations-routes.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    invitation: { readonly tenant: string; readonly invited_by: string; readonly expires_at: Instant };
    'invitation-asked': {
      readonly person: string;
      readonly address: string;
      readonly tenant: string;
      readonly at: Instant;
    };
  }
}

const invitationMails: MailTemplates<'invitation' | 'invitation-asked'> = {
  invitation: {
    hr: ({ tenant, invited_by, expires_at }) => ({
      subject: `Pozivnica: ${tenant}`,
      paragraphs: [
        invited_by === ''
          ? `Pozvani ste da otvorite račun u organizaciji ${tenant}.`
          : `${invited_by} poziva Vas da otvorite račun u organizaciji ${tenant}.`,
        'Postavite svoju lozinku i možete se prijaviti. Ako već imate račun s ovom adresom, na istoj se stranici prijavite i prihvatite poziv.',
      ],
      button: { label: 'Postavi lozinku' },
      notes: [
        `Poveznica vrijedi do ${croatianTime(expires_at)} i može se upotrijebiti samo jednom. Ako istekne, zatražite novu od onoga tko Vas je pozvao.`,
        'Ako ne znate zašto ste dobili ovu poruku, zanemarite je. Bez Vas se račun ne može upotrijebiti.',
      ],
    }),
    en: ({ tenant, invited_by, expires_at }) => ({
      subject: `Invitation: ${tenant}`,
      paragraphs: [
        invited_by === ''
          ? `You are invited to open an account at ${tenant}.`
          : `${invited_by} invites you to open an account at ${tenant}.`,
        'Set your password and you can sign in. If you already have an account with this address, sign in on the same page and accept.',
      ],
      button: { label: 'Set password' },
      notes: [
        `The link works until ${englishTime(expires_at)} and only once. If it expires, ask whoever invited you for a new one.`,
        'If you do not know why you received this message, ignore it. The account cannot be used without you.',
      ],
    }),
    chosen: { tenant: 'name', invited_by: 'name' },
  },
  'invitation-asked': {
    hr: ({ person, address, tenant, at }) => ({
      subject: `${person} moli novu pozivnicu`,
      paragraphs: [
        `Pozivnica koju ste poslali na ${address} (${tenant}) istekla je prije nego što je prihvaćena.`,
        `Netko je ${croatianTime(at)} otvorio tu poveznicu i zatražio novu pozivnicu. Pošaljete li je, stići će na istu adresu.`,
      ],
      button: { label: 'Otvori pozivnice', path: '/admin/invitations' },
      notes: [
        'Ako ne znate tko je to ili tu osobu više ne želite pozvati, ne morate ništa učiniti: stara poveznica više ne vrijedi.',
      ],
    }),
    en: ({ person, address, tenant, at }) => ({
      subject: `${person} asks for a new invitation`,
      paragraphs: [
        `The invitation that you sent to ${address} (${tenant}) expired before it was accepted.`,
        `Somebody opened its link at ${englishTime(at)} and asked for a new one. If you send it, it goes to the same address.`,
      ],
      button: { label: 'Open invitations', path: '/admin/invitations' },
      notes: [
        'If you do not know who this is, or no longer want to invite them, you need not do anything: the old link no longer works.',
      ],
    }),
    chosen: { person: 'name', tenant: 'name' },
  },
};

/** How somebody is invited, and opens an account by it or joins with the one they have. */
export const invitationsRoom = defineRoom({
  name: 'invitations',
  refusals: invitationErrors,
  auditActions: invitationActions,
  mails: invitationMails,
  personalData: () => joiningPersonalData,
  open: (
    deps: Omit<InvitationLinkDeps, 'contributed'> &
      Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> &
      MailLimits,
    { contributed, findUsersWithWayIn },
  ) => ({
    routes: () => [
      ...invitationsRoutes({ ...deps, contributed }),
      ...invitationsAdminRoutes({ ...deps, findUsersWithWayIn }),
      ...ownInvitationsRoutes(deps),
    ],
  }),
});

interface InvitationLinkDeps extends PasswordByLinkDeps {
  readonly passkeyInsteadOfPassword: InsteadOfPassword;
}

const invitationsRoutes = (deps: InvitationLinkDeps & Pick<MailLimits, 'mailsPerAddress'>): Route[] => [
  ...passwordByLink(deps, {
    kind: 'invite',
    paths: ['/api/auth/setup-password'],
    tag: 'Invitation',
    asks: 'Tells whether an invitation still works, without spending it',
    sets: 'Accepts an invitation by setting the first password, or with a passkey in its place',
    done: 'Lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['invite.consume.ok', 'invite.consume.fail'],
    instead: deps.passkeyInsteadOfPassword,
  }),
  defineOpenRoute({
    method: 'POST',
    path: '/setup-password/ask',
    summary: 'Asks the inviter for a new invitation, by the link of one that expired',
    tag: 'Invitation',
    access: open('the token is the credential'),
    limit: perAddress({ most: 10, within: minutes(1) }),
    audit: ['invitation.ask'],
    request: { body: Type.Object({ token: RawToken }) },
    responses: {
      success: {
        status: 202,
        schema: DetailAnswer,
        description: 'The same for every link, whether or not anybody is asked',
      },
      refusals: [],
    },
    handle: async ({ body, call }) => {
      await askAgain(deps, call, body.token);
      return { detail: 'Ako je pozivnica istekla, javili smo to onome tko Vas je pozvao. Nova stiže e-poštom.' };
    },
  }),
];
