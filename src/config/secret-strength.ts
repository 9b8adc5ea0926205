const WELL_KNOWN =
  /change[-_ ]?me|secret|password|lozinka|example|iskaznica|default|1234567|qwertz|qwerty|abcdefg|lorem/i;

/**
 * The weakness of a secret that wraps keys, if any. It cannot verify randomness, but catches the usual mistakes.
 */
export function secretWeakness(secret: string): string | undefined {
  if (secret.length < 32) return 'must have 32 characters or more';
  if (new Set(secret).size < 12) return 'repeats too few characters';
  if (WELL_KNOWN.test(secret)) return 'looks like a placeholder; make one with `openssl rand -base64 48`';
  return undefined;
}
