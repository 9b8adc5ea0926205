import { keptInTab } from './kept-in-tab.ts';

const KEPT = 'iskaznica_codes';

interface Kept {
  readonly person: number;
  readonly codes: readonly string[];
}

/**
 * Recovery codes that the service shows once, until their owner says that they are stored: a reload must not lose them. Kept in this
 * tab alone, and dropped at the sign-out and when somebody else signs in. After a sign-in that ran out they are there again for their owner.
 */
export const keepCodes = (person: number, codes: readonly string[]): void =>
  sessionStorage.setItem(KEPT, JSON.stringify({ person, codes } satisfies Kept));

export function keptCodes(person: number): readonly string[] | undefined {
  const kept = keptInTab<Kept>(KEPT);
  if (kept?.person === person) return kept.codes;
  dropCodes();
  return undefined;
}

export const dropCodes = (): void => sessionStorage.removeItem(KEPT);
