import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { callProcess } from '../support/service-process.ts';

/** What the service acknowledged to clients, to be compared with its data. Instants are those of `performance.now()`. */
export interface Journal {
  /** Addresses of people whose creation was acknowledged. */
  readonly created: Set<string>;
  /** By address: the highest telephone number that was acknowledged, and the highest that was sent. */
  readonly numbers: Map<string, { acknowledged: number; sent: number }>;
  /** Tokens of sign-ins that were acknowledged, and of those whose end was acknowledged. */
  readonly opened: Set<string>;
  readonly ended: Set<string>;
  readonly calls: Called[];
}

export interface Called {
  readonly kind: 'read' | 'write' | 'sign-in';
  /** `refused`: a 503 in our format. `broken`: no complete response. */
  readonly ended: 'ok' | 'refused' | 'broken' | 'wrong';
  readonly at: number;
  readonly ms: number;
  /** The response of a failed call. */
  readonly instead?: string;
}

export const emptyJournal = (): Journal => ({
  created: new Set(),
  numbers: new Map(),
  opened: new Set(),
  ended: new Set(),
  calls: [],
});

/** Acknowledged writes that are missing, one line each. */
export async function findLost(journal: Journal, { read }: Pick<Database, 'read'>, port: number): Promise<string[]> {
  const rows = await recovered(() => read.selectFrom('users').select(['email', 'telefon']).execute());
  const telephones = new Map(rows.map(({ email, telefon }) => [String(email), telefon]));
  const missing = [...journal.created].filter((email) => !telephones.has(email));
  const older = [...journal.numbers].filter(([email, { acknowledged, sent }]) => {
    const kept = Number(String(telephones.get(email) ?? '').slice(-DIGITS));
    return !(kept >= acknowledged && kept <= sent);
  });
  const status = (token: string) =>
    recovered(async () => {
      const answer = await callProcess(port, 'GET /api/auth/me', { token });
      if (answer.status >= 500) throw new Error(`GET me: ${answer.status}`);
      return answer.status;
    });
  const revived: string[] = [];
  for (const token of journal.ended) if ((await status(token)) !== 401) revived.push(token);
  const closed: string[] = [];
  for (const token of journal.opened)
    if (!journal.ended.has(token) && (await status(token)) !== 200) closed.push(token);
  return [
    ...missing.map((email) => `${email} was created`),
    ...older.map(([email, { acknowledged }]) => `${email} was given the number ${acknowledged}`),
    ...revived.map(() => 'a sign-in was ended'),
    ...closed.map(() => 'a sign-in was made'),
  ];
}

const RECOVERED_WITHIN_MS = 60_000;

/** On a busy machine a cluster may need longer than a disturbance: an answer that fails tells nothing of what was lost. */
async function recovered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const giveUpAt = performance.now() + RECOVERED_WITHIN_MS; ; await pause(500))
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
}

const DIGITS = 7;

/** A telephone number that contains a counter. */
export const telephoneOf = (count: number): string => `+38591${String(count).padStart(DIGITS, '0')}`;
