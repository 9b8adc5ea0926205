import type { Wording } from '../kernel/wording.ts';

/** Texts by key. `_one`, `_few`, `_other` at the end of a key are plurals. */
export type Catalogue = Readonly<Record<string, Wording>>;

/** Texts for which Croatian may have another source: the refusal of the service, the label of an action. */
export type EnglishCatalogue = Readonly<Record<string, Pick<Wording, 'en'> & Partial<Wording>>>;

type WithoutPlural<Key> = Key extends `${infer Stem}_${'one' | 'few' | 'other'}` ? Stem : Key;
/** A key as it is asked for: a plural by its stem. */
export type KeyOf<Texts> = WithoutPlural<keyof Texts>;

/** The texts of one language; keys that it has no text for are left out. */
export const textsIn = (
  catalogue: Readonly<Record<string, Partial<Wording>>>,
  language: keyof Wording,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, { [language]: text }]) => (text === undefined ? [] : [[key, text]])),
  );
