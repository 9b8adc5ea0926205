import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

export const invitationActions = {
  'user.invite': action<{ token_id: number; expires_at: Instant; sessions_ended: number; import_id?: number }>({
    group: 'invitations',
    act: { hr: 'poslana pozivnica', en: 'invitation sent' },
    deed: { hr: 'poslana pozivnica{{to}}', en: 'sent an invitation{{to}}' },
  }),
  'invitation.cancel': action<{ token_id: number }>({
    group: 'invitations',
    act: { hr: 'povučena pozivnica', en: 'invitation withdrawn' },
    deed: { hr: 'povučena pozivnica{{of}}', en: 'withdrew the invitation{{of}}' },
  }),
  /** By whoever holds a link that expired. */
  'invitation.ask': action<{ token_id: number }>({
    group: 'invitations',
    act: { hr: 'zatražena nova pozivnica', en: 'new invitation asked for' },
    deed: { en: 'asked for a new invitation{{of}}' },
    happens: { hr: 'Zatražena je nova pozivnica{{at}}.', en: 'A new invitation was asked for{{at}}.' },
  }),
  'export.invitations': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis pozivnica', en: 'list of invitations downloaded' },
    deed: { en: 'downloaded a list of invitations' },
  }),
  'invitation.accept': action<{ token_id: number; record_id: number }>({
    group: 'people',
    act: { hr: 'prihvaćen poziv za članstvo', en: 'joined by invitation' },
    deed: { hr: 'prihvaćen poziv za članstvo{{of}}', en: 'joined by invitation{{of}}' },
  }),
  /** Without an actor: the tenant does not learn who has the address. */
  'invitation.decline': action<{ token_id: number }>({
    group: 'people',
    act: { hr: 'odbijen poziv za članstvo', en: 'invitation declined' },
    deed: { hr: 'odbijen poziv za članstvo{{of}}', en: 'declined the invitation to join{{of}}' },
  }),
};

declare module '../../platform/audit/audit-actions.ts' {
  interface AuditMetas extends MetasOf<typeof invitationActions> {}
}
