import type { StoredUser } from '../../client/stored-session.ts';

const KEY = 'iskaznica_club';

/** How a federation or club looks, as the pages before sign-in show it. */
export interface Club {
  readonly tenant_name: string;
  readonly branding: StoredUser['tenant_branding'];
}

/**
 * Keeps in this browser how the club looks in which somebody acts here, for the next sign-in. Never by an address that is typed: that
 * would tell who has an account where.
 */
export function keepClub({ tenant_name, tenant_branding: branding }: StoredUser): void {
  localStorage.setItem(KEY, JSON.stringify({ tenant_name, branding } satisfies Club));
}

/** The club of the last sign-in in this browser. */
export function lastClub(): Club | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Club | null;
    return kept?.branding ? kept : undefined;
  } catch {
    return undefined; // not written by us
  }
}

export const forgetClub = (): void => localStorage.removeItem(KEY);
