import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { brought, standing } from '../auth/typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { sayDone } from './acted.tsx';

/**
 * Form state that survives the end of a session: after signing in again on the same page, the user finds their input.
 * Never for passwords and codes. A form has a name on its page, with the id of its subject.
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
