const KEPT = 'iskaznica_typed';

/** What stood in the forms of a page when a sign-in ended under somebody's hands. */
interface Kept {
  readonly person: number;
  readonly path: string;
  readonly forms: Readonly<Record<string, unknown>>;
}

let person: number | undefined;
/** What differs now from a blank form, by the form's name. */
export const standing = new Map<string, unknown>();
/** What came back and was not shown yet. */
export const brought = new Map<string, unknown>();

/** When a sign-in has ended by itself: what is half typed waits in this tab, for its person and its page alone. */
export function keepTyped(): void {
  const forms = Object.fromEntries([...brought, ...standing]);
  if (person === undefined || Object.keys(forms).length === 0) return;
  const kept: Kept = { person, path: location.pathname, forms };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

export const holdsTyped = (): boolean => sessionStorage.getItem(KEPT) !== null;
export const dropTyped = (): void => sessionStorage.removeItem(KEPT);

/** When a page opens for somebody: what waits is theirs and of this page, or goes for good. */
export function bringTyped(whose: number | undefined): void {
  person = whose;
  const kept = readKept();
  dropTyped();
  if (kept?.person !== whose || kept?.path !== location.pathname) return;
  for (const [form, typed] of Object.entries(kept.forms)) brought.set(form, typed);
}

function readKept(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined; // somebody else wrote there
  }
}
