import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { sayDone } from './acted.tsx';
import { brought, standing } from './typed.ts';

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
