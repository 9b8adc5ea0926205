import { useEffect, useRef } from 'react';
import { held, standing } from '../../auth/typed.ts';

/** What saving means to whoever was leaving: they go on, or stay, because the form has more to show (a link, a code). */
export type Saved = 'leave' | 'stay';

interface Saver {
  readonly save: () => Promise<unknown>;
  readonly after: Saved;
  /** What its button does, in the form's own words. */
  readonly verb: string | undefined;
}

const savers = new Map<string, Saver>();
let ask: ((go: () => void) => void) | undefined;

export const isUnsaved = (): boolean => standing.size + held.size > 0;

export function discardUnsaved(): void {
  standing.clear();
  held.clear();
}

/** Guards what is no input to write down, as long as it lasts: a picked file, a crop in progress. */
export function useHeld(form: string, isHeld: boolean): void {
  useEffect(() => {
    if (isHeld) held.add(form);
    return () => void held.delete(form);
  }, [form, isHeld]);
}

const ONE_TIME_VALUES = { secret: 'shown-once-secret', codes: 'shown-once-codes' } as const;

export type OneTimeValue = keyof typeof ONE_TIME_VALUES;

/** Guards what is shown once and never again, until it is said to be stored. */
export const useOneTimeValue = (what: OneTimeValue): void => useHeld(ONE_TIME_VALUES[what], true);

export function heldOneTimeValue(): OneTimeValue | undefined {
  if (held.has(ONE_TIME_VALUES.codes)) return 'codes';
  return held.has(ONE_TIME_VALUES.secret) ? 'secret' : undefined;
}

/** It is saved, and the caller leaves before the next render. */
export const letGo = (form: string): void => void held.delete(form);

interface SaverOptions {
  readonly after?: Saved;
  /** The words of the form's own button, where saving does more than keep what was typed: it creates, or mails somebody. */
  readonly verb?: string;
}

/** Offers to save a form of `useTyped` when it is left. `save` rejects when it was refused. */
export function useSaver(
  form: string,
  save: () => Promise<unknown>,
  { after = 'leave', verb }: SaverOptions = {},
): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    savers.set(form, { save: () => latest.current(), after, verb });
    return () => void savers.delete(form);
  }, [form, after, verb]);
}

/** How to save everything that is unsaved now; undefined where one of the forms cannot be saved from outside. */
export function saverOfAll(): Saver | undefined {
  const all = [...new Set([...standing.keys(), ...held])].map((form) => savers.get(form));
  if (!all.every((saver) => saver !== undefined)) return undefined;
  return {
    save: () => Promise.all(all.map(({ save }) => save())),
    after: all.some((saver) => saver.after === 'stay') ? 'stay' : 'leave',
    verb: all.length === 1 ? all[0]?.verb : undefined,
  };
}

/** For leaving that the router does not see: a dialog that is not in the URL, signing out. */
export function askUnsaved(go: () => void): void {
  if (isUnsaved() && ask) ask(go);
  else go();
}

export function askUnsavedBy(question: (go: () => void) => void): () => void {
  ask = question;
  return () => {
    ask = undefined;
  };
}
