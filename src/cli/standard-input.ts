import { createInterface } from 'node:readline';

/** The first line that standard input holds, without its line break; empty when there is none. */
export async function firstLineOfInput(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return '';
}
