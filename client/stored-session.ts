import { membersOf } from './token-parts.ts';
import type { OwnUser, SignInWire } from './wire-types.ts';

/** The part of `localStorage` in use. */
export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export const STORAGE_KEYS = { access: 'svc_access', refresh: 'svc_refresh', user: 'svc_user' } as const;

const SHOWN = [
  'id',
  'full_name',
  'avatar_url',
  'role',
  'tier',
  'tenant_id',
  'tenant_name',
  'tenant_branding',
  'preferred_language',
  'enrol_by',
  'memberships',
] as const;
const RIGHTS = ['capabilities', 'grantable_roles', 'pages', 'start'] as const;

/** What the page frame shows and offers; everything else is fetched when needed and not stored. */
export type StoredUser = Pick<OwnUser, (typeof SHOWN | typeof RIGHTS)[number]>;

/** For Node, and for pages that must forget when the tab closes. */
export function memoryStorage(): SessionStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export function storeUser(storage: SessionStorage, user: OwnUser): void {
  const kept = [...SHOWN, ...RIGHTS].map((member) => [member, user[member]] as const);
  storage.setItem(STORAGE_KEYS.user, JSON.stringify(Object.fromEntries(kept)));
}

/** The access token goes last: other tabs take its change as the signal that everything is stored. */
export function storeSignIn(storage: SessionStorage, { access_token, refresh_token, user }: SignInWire): void {
  storeUser(storage, user);
  storage.setItem(STORAGE_KEYS.refresh, refresh_token);
  storage.setItem(STORAGE_KEYS.access, access_token);
}

/** The access token goes last: other tabs take its removal as the signal that everything is gone. */
export function clearSignIn(storage: SessionStorage): void {
  for (const key of [STORAGE_KEYS.user, STORAGE_KEYS.refresh, STORAGE_KEYS.access]) storage.removeItem(key);
}

/** Also undefined if an older version of the pages stored it without something that is needed now. */
export function readStoredUser(storage: SessionStorage): StoredUser | undefined {
  try {
    const stored = JSON.parse(storage.getItem(STORAGE_KEYS.user) ?? 'null') as StoredUser | null;
    return stored && [...RIGHTS, 'tenant_branding' as const].every((member) => stored[member] !== undefined)
      ? stored
      : undefined;
  } catch {
    return undefined; // not written by us
  }
}

/** When a token expires, in milliseconds since 1970; 0 if it is not a token. */
export function expiryOf(token: string): number {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : 0;
}

/** Whether two tokens are of different people: a page of the one must not go on with the token of the other. */
export const isOfAnother = (one: string | null | undefined, other: string): boolean =>
  Boolean(one) && claimsOf(one ?? '').sub !== claimsOf(other).sub;

/** Only the service can verify them, and does so at every call. */
export const claimsOf = (token: string) => membersOf(token.split('.')[1]);
