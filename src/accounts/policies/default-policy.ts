import { readFileSync } from 'node:fs';
import type { Language } from '../users/user.ts';

const read = (language: Language): string =>
  readFileSync(`${import.meta.dirname}/default-policy.${language}.md`, 'utf8');

/** In force until a policy is published. It describes what this service does, and says that the organisation must add the rest. */
export const DEFAULT_POLICY: Readonly<Record<Language, string>> = { hr: read('hr'), en: read('en') };
