export type Language = 'hr' | 'en';

/** An English file has the same keys as the Croatian one. */
export type SameKeys<Texts> = Readonly<Record<keyof Texts, string>>;

/** Of a choice in a form. */
export const languageOf = (value: string): Language => (value === 'en' ? 'en' : 'hr');
