import type { FewMails } from '../../accounts/action-tokens/few-mails.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Route } from '../../platform/http/define-route.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { croatianTime, englishTime } from '../../platform/mail/mail-dates.ts';
import type { MailTemplates } from '../../platform/mail/mail-template.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';
import {
  type InsteadOfPassword,
  type PasswordByLinkDeps,
  passwordByLink,
} from '../../sign-in/passwords/password-by-link.ts';
import { invitationsAdminRoutes } from './invitations-admin-routes.ts';

declare module '../../platform/mail/mail.ts' {
  interface MailParams {
    invitation: { readonly tenant: string; readonly invited_by: string; readonly expires_at: Instant };
  }
}

const invitationMails: MailTemplates<'invitation'> = {
  invitation: {
    hr: ({ tenant, invited_by, expires_at }) => ({
      subject: `Pozivnica: ${tenant}`,
      paragraphs: [
        invited_by === ''
          ? `Pozvani ste da otvorite račun u organizaciji ${tenant}.`
          : `${invited_by} poziva Vas da otvorite račun u organizaciji ${tenant}.`,
        'Postavite svoju lozinku i možete se prijaviti.',
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
        'Set your password and you can sign in.',
      ],
      button: { label: 'Set password' },
      notes: [
        `The link works until ${englishTime(expires_at)} and only once. If it has expired, ask whoever invited you for a new one.`,
        'If you do not know why you received this message, ignore it. The account cannot be used without you.',
      ],
    }),
    chosen: { tenant: 'name', invited_by: 'name' },
  },
};

const invitationActions = {
  'user.invite': action<{ token_id: number; expires_at: Instant; sessions_ended: number; import_id?: number }>(),
  'invitation.cancel': action<{ token_id: number }>(),
  'export.invitations': action<ListExported>(),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof invitationActions> {}
}

export const invitationsRoom = defineRoom({
  name: 'invitations',
  auditActions: invitationActions,
  mails: invitationMails,
  open: (
    deps: Omit<InvitationLinkDeps, 'contributed'> &
      Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> &
      FewMails,
    { contributed, findUsersWithWayIn },
  ) => ({
    routes: () => [
      ...invitationsRoutes({ ...deps, contributed }),
      ...invitationsAdminRoutes({ ...deps, findUsersWithWayIn }),
    ],
  }),
});

interface InvitationLinkDeps extends PasswordByLinkDeps {
  readonly passkeyInsteadOfPassword: InsteadOfPassword;
}

const invitationsRoutes = (deps: InvitationLinkDeps): Route[] =>
  passwordByLink(deps, {
    kind: 'invite',
    paths: ['/api/auth/setup-password'],
    tag: 'Invitation',
    asks: 'Tells whether an invitation still works, without spending it',
    sets: 'Accepts an invitation by setting the first password, or with a passkey in its place',
    done: 'Lozinka je postavljena. Sada se možete prijaviti.',
    audit: ['invite.consume.ok', 'invite.consume.fail'],
    instead: deps.passkeyInsteadOfPassword,
  });
