export type Language = 'hr' | 'en';

/** Of a choice in a form. */
export const languageOf = (value: string): Language => (value === 'en' ? 'en' : 'hr');
