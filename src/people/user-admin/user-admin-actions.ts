import type { UserStatus } from '../../accounts/users/user.ts';
import { action, type MetasOf } from '../../platform/audit/audit-actions.ts';
import type { Role } from '../../platform/kernel/role.ts';
import type { ListExported } from '../../platform/sheets/list-export.ts';

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

export const userAdminActions = {
  'user.update': action<{
    changed: Readonly<Record<string, Change>>;
    email_requested?: boolean;
    /** The import that made or undid the change. */
    import_id?: number;
  }>({
    group: 'people',
    act: { hr: 'promijenjeni podaci', en: 'profile changed' },
    deed: { hr: 'promijenjeni podaci{{of}}', en: 'changed the profile{{of}}' },
  }),
  'user.role.change': action<{ before: Role; after: Role; sessions_ended: number }>({
    group: 'people',
    act: { hr: 'promijenjena uloga', en: 'role changed' },
    deed: { hr: 'promijenjena uloga{{of}}', en: 'changed the role{{of}}' },
  }),
  'user.suspend': action<{ reason?: string; sessions_ended: number }>({
    group: 'people',
    isWorded: true,
    act: { hr: 'obustavljen pristup računu', en: 'account suspended' },
    deed: { hr: 'obustavljen pristup računu{{of}}', en: 'suspended the account{{of}}' },
  }),
  'user.unsuspend': action({
    group: 'people',
    act: { hr: 'vraćen pristup računu', en: 'account reinstated' },
    deed: { hr: 'vraćen pristup računu{{of}}', en: 'reinstated the account{{of}}' },
  }),
  'user.password.reset': action<{ token_id: number; sessions_ended: number }>({
    group: 'password',
    act: { hr: 'poslana poveznica za novu lozinku', en: 'password reset link sent' },
    deed: { hr: 'poslana poveznica za novu lozinku{{to}}', en: 'sent a link for a new password{{to}}' },
  }),
  'user.address.taken': action({
    group: 'people',
    act: { hr: 'pokušaj upisa zauzete e-adrese', en: 'attempt to use a taken e-mail address' },
    deed: { en: 'tried to use an e-mail address that is already taken' },
  }),
  'user.restore': action<{ status: UserStatus }>({
    group: 'people',
    act: { hr: 'vraćen obrisani račun', en: 'deleted account restored' },
    deed: { hr: 'vraćen obrisani račun{{of}}', en: 'restored the deleted account{{of}}' },
  }),
  'user.unlock': action({
    group: 'people',
    act: { hr: 'otključan račun', en: 'account unlocked' },
    deed: { hr: 'otključan račun{{of}}', en: 'unlocked the account{{of}}' },
  }),
  'user.2fa.reset': action({
    group: 'secondStep',
    act: { hr: 'uklonjen drugi korak prijave', en: 'two-step sign-in removed' },
    deed: { hr: 'uklonjen drugi korak prijave{{of}}', en: 'removed the two-step sign-in{{of}}' },
  }),
  'export.people': action<ListExported>({
    group: 'downloads',
    act: { hr: 'preuzet popis ljudi', en: 'list of people downloaded' },
    deed: { en: 'downloaded a list of people' },
  }),
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
  interface AuditMetas extends MetasOf<typeof userAdminActions> {}
}
