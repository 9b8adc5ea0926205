import { createInterface } from 'node:readline';

/** The first line that standard input holds, without its line break; `undefined` when it holds nothing at all. */
export async function firstLineOfInput(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return undefined;
}
