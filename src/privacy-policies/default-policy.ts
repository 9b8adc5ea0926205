import { readFileSync } from 'node:fs';
import type { Language } from '../users/user.ts';

const read = (language: Language): string =>
  readFileSync(`${import.meta.dirname}/default-policy.${language}.md`, 'utf8');

/** In force where nobody has published a policy. It says what this service does, and that the organisation has to say the rest. */
export const DEFAULT_POLICY: Readonly<Record<Language, string>> = { hr: read('hr'), en: read('en') };
