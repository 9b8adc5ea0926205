import { compare } from 'bcrypt';
import { printAnswer, programInput } from './support/program-input.ts';

/** Verifies a password repeatedly, with as many workers as the service; reports the rate per second. */
const { passwordHash, password, times, lanes } = programInput<{
  passwordHash: string;
  password: string;
  times: number;
  lanes: number;
}>();

let left = times;
async function lane(): Promise<void> {
  while (left-- > 0) await compare(password, passwordHash);
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: lanes }, lane));
printAnswer({ rate: times / ((performance.now() - startedAt) / 1000) });
