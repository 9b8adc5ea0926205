import { claimsOf, STORAGE_KEYS } from '../../client/stored-session.ts';
import { options, service } from './service.ts';

/**
 * The tabs of a browser share one sign-in, which acts in one tenant. What this tab shows is of the tenant in which its page was opened;
 * once the sign-in has gone over to another, the tab sends nothing until somebody says which of the two it is to be.
 */
let shown: { readonly id: number; readonly name: string } | undefined;
let isLeaving = false;
let isElsewhere = false;
const listeners = new Set<() => void>();
const waiting = new Set<() => void>();

const tenantOf = (token: string | null): unknown => claimsOf(token ?? '').tenant_id;
const stored = () => localStorage.getItem(STORAGE_KEYS.access);

/** Before the page asks for anything. */
export function keepTenant(): void {
  const user = service.holdsSignIn() ? service.storedUser() : undefined;
  shown = user && { id: user.tenant_id, name: user.tenant_name };
  compareTenants();
}

export const tenantOfTab = () => shown;

/** Told when the sign-in has gone elsewhere, and when it has come back. */
export function onElsewhere(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener('storage', compareTenants);
  addEventListener('pageshow', compareTenants);
  document.addEventListener('visibilitychange', compareTenants);
  return () => {
    listeners.delete(tell);
    removeEventListener('storage', compareTenants);
    removeEventListener('pageshow', compareTenants);
    document.removeEventListener('visibilitychange', compareTenants);
  };
}

export const hasGoneElsewhere = (): boolean => isElsewhere;

/** Holds what this tab sends while it goes over to another tenant itself. A page that is loaded anew ends it. */
export function holdWhileLeaving(leaving: boolean): void {
  isLeaving = leaving;
  compareTenants();
}

/** For a page without a frame, which shows nothing of a tenant. */
export function forgetTenant(): void {
  shown = undefined;
  compareTenants();
}

/** Whether the sign-in acts where the page says; what was held goes on when it does. */
export function compareTenants(): void {
  const now = tenantOf(stored());
  const before = isElsewhere;
  isElsewhere = !isLeaving && shown !== undefined && now !== undefined && now !== shown.id;
  if (isElsewhere !== before) for (const tell of listeners) tell();
  if (isElsewhere || isLeaving) return;
  for (const goOn of waiting) goOn();
  waiting.clear();
}

/** Judges the token that is sent, not the one that is stored: the two may differ by then. */
options.fetch = async (input, init) => {
  const request = new Request(input, init);
  while (isForAnother(request)) {
    compareTenants();
    if (isElsewhere || isLeaving) await new Promise<void>((goOn) => waiting.add(goOn));
    else {
      request.headers.set('authorization', `Bearer ${stored()}`);
      break;
    }
  }
  return fetch(request);
};

function isForAnother({ headers }: Request): boolean {
  const token = headers.get('authorization');
  return shown !== undefined && token !== null && (isLeaving || tenantOf(token) !== shown.id);
}
