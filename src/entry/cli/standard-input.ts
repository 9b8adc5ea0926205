import { createInterface } from 'node:readline';

/** The first line of standard input, without its line break; `undefined` when there is no input. */
export async function firstLineOfInput(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return undefined;
}
