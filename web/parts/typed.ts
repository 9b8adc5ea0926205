import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { sayDone } from './acted.tsx';

const KEPT = 'iskaznica_typed';

/** What stood in the forms of a page when a sign-in ended under somebody's hands. */
interface Kept {
  readonly person: number;
  readonly path: string;
  readonly forms: Readonly<Record<string, unknown>>;
}

let person: number | undefined;
const standing = new Map<string, unknown>();
const brought = new Map<string, unknown>();

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

/**
 * The state of a form that outlives the end of a sign-in: whoever signs in again on the same page finds what they had typed.
 * Never for passwords and codes. A form has a name on its page, with the id of what it is about.
 */
export function useTyped<Typed>(form: string, blank: Typed): [Typed, Dispatch<SetStateAction<Typed>>] {
  const { say } = useTexts();
  const [first] = useState(blank);
  const [back] = useState(() => brought.get(form) as Typed | undefined);
  const [typed, setTyped] = useState(back ?? blank);
  useEffect(() => {
    if (back === undefined) return;
    brought.delete(form);
    sayDone(say('typed.back'));
  }, [back, form, say]);
  useEffect(() => {
    if (JSON.stringify(typed) !== JSON.stringify(first)) standing.set(form, typed);
    return () => void standing.delete(form);
  }, [form, typed, first]);
  return [typed, setTyped];
}
