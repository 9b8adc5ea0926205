import { keptInTab } from './kept-in-tab.ts';

const KEPT = 'iskaznica_typed';

/** Unsaved input of a page's forms when the session ended. */
interface Kept {
  readonly person: number;
  readonly path: string;
  readonly forms: Readonly<Record<string, unknown>>;
}

let person: number | undefined;
/** Unsaved input now, by form. */
export const standing = new Map<string, unknown>();
/** Unsaved work that cannot be written down: a picked file, a picture being cropped. By form. */
export const held = new Set<string>();
/** Restored input that no form has picked up yet. */
export const brought = new Map<string, unknown>();

/** Keeps unsaved input in this tab when the session expires, for the same user on the same page only. */
export function keepTyped(): void {
  const forms = Object.fromEntries([...brought, ...standing]);
  held.clear(); // cannot be kept, so asking would only stand in the way
  if (person === undefined || Object.keys(forms).length === 0) return;
  const kept: Kept = { person, path: location.pathname, forms };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  standing.clear(); // safe now: leaving need not be asked about
}

export const holdsTyped = (): boolean => sessionStorage.getItem(KEPT) !== null;

export function dropTyped(): void {
  sessionStorage.removeItem(KEPT);
  standing.clear();
  held.clear();
}

/** When a page opens: restores the input if it belongs to this user and page, and discards it otherwise. */
export function bringTyped(whose: number | undefined): void {
  person = whose;
  const kept = keptInTab<Kept>(KEPT);
  dropTyped();
  if (kept?.person !== whose || kept?.path !== location.pathname) return;
  for (const [form, typed] of Object.entries(kept.forms)) brought.set(form, typed);
}
