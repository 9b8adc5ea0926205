import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { brought, standing } from '../../auth/typed.ts';
import { useTexts } from '../../i18n/texts.ts';
import { sayDone } from '../connection/acted.tsx';

/** Call after saving with the saved values: nothing in the form is unsaved then, and it may close at once. */
type Settle<Typed> = (saved: Typed) => void;

/**
 * Form state that does not vanish: leaving the form asks first (`UnsavedGuard`), and when the session ends, the user finds
 * their input after signing in again on the same page. Never for passwords and codes. A form has a name on its page, with the
 * id of its subject.
 */
export function useTyped<Typed>(form: string, blank: Typed): [Typed, Dispatch<SetStateAction<Typed>>, Settle<Typed>] {
  const { say } = useTexts();
  const [saved, setSaved] = useState(blank);
  const [back] = useState(() => brought.get(form) as Typed | undefined);
  const [typed, setTyped] = useState(back ?? blank);
  useEffect(() => {
    if (back === undefined) return;
    brought.delete(form);
    sayDone(say('typed.back'));
  }, [back, form, say]);
  useEffect(() => {
    if (JSON.stringify(typed) !== JSON.stringify(saved)) standing.set(form, typed);
    return () => void standing.delete(form);
  }, [form, typed, saved]);
  const settle = useCallback<Settle<Typed>>(
    (now) => {
      setSaved(now);
      setTyped(now);
      standing.delete(form); // the caller may leave before the next render
    },
    [form],
  );
  return [typed, setTyped, settle];
}

/** Moves the focus to the first invalid field, which may be out of sight on a phone. */
export function useProblemFocus(error: unknown): void {
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  }, [error]);
}
