import { compare } from 'bcrypt';
import { printAnswer, programInput } from './support/program-input.ts';

/** Verifies a password repeatedly, with as many workers as the service; reports the rate per second. */
const { passwordHash, password, times, workers } = programInput<{
  passwordHash: string;
  password: string;
  times: number;
  workers: number;
}>();

let left = times;
async function worker(): Promise<void> {
  while (left-- > 0) await compare(password, passwordHash);
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: workers }, worker));
printAnswer({ rate: times / ((performance.now() - startedAt) / 1000) });
