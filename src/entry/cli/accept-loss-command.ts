import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { acceptBreak, findLoss } from '../../platform/audit/accept-break.ts';
import { type Actor, byOperator } from '../../platform/audit/audit-context.ts';
import { findChainFault } from '../../platform/audit/seal-audit.ts';
import { nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { skipLostNumbers } from '../app/declarations.ts';
import { readSettings } from '../app/read-settings.ts';
import { openService, type Service } from '../start/service.ts';
import { defineCommand } from './command.ts';
import { requireStore } from './operator-store.ts';

export const acceptLossCommand = defineCommand({
  name: 'audit accept-loss',
  summary:
    'Lets the audit chain go on after a failover that lost records, on record. Shows the loss; --yes accepts it.',
  options: {
    yes: { kind: 'flag', about: 'Do it, as a superadmin. Without it nothing is changed.' },
    by: {
      kind: 'text',
      placeholder: 'name',
      about: 'Name to sign it with; by default the id of the superadmin.',
    },
  },
  notes: `With --yes it asks a superadmin for e-mail, password and, where they have one, a code of the second factor: on the terminal, or
as three lines of standard input. Wrong ones count as at the sign-in. A passkey cannot be shown here: where every superadmin has only
that, "user create --role superadmin --password-stdin" makes one with a password, on record, to be removed afterwards.`,
  run: async ({ yes, by }) => {
    const settings = readSettings();
    requireStore(settings);
    const service = await openService(settings, { log: pino({ level: 'silent' }) });
    try {
      const { database, keys, heads } = service;
      const deps = { database, clock: systemClock, keys, heads };
      const reason = await findChainFault(database.read, deps);
      if (reason === undefined) throw new Error('Nothing is lost: the audit chain goes on by itself.');
      const { seq, lostSeq, lostSignedAt } = await findLoss(deps);
      console.log(`The audit chain stands still: ${reason}.`);
      console.log(
        `The database ends at ${seq}. Outside it a head of ${lostSeq} is known, signed ${lostSignedAt ?? 'never'}.`,
      );
      console.log(
        'Records between them are lost, or somebody has put an older database in its place. Find out which first.',
      );
      if (!yes) return console.log('Nothing was done. To go on, and have that on record: audit accept-loss --yes');
      const actor = await askSuperadmin(service);
      const { context, at } = byOperator(['audit.accept_loss'], nowOf(systemClock));
      const who = by ?? `superadmin ${actor.id}`;
      await database.transaction(skipLostNumbers);
      await acceptBreak(deps, { kind: 'loss', by: who, call: { context: { ...context, actor }, at } });
      console.log(`Accepted by ${who}: the chain goes on after ${seq}. "audit verify" tells it from now on.`);
    } finally {
      await service.close();
    }
  },
});

/** Asks one question. @throws Error when the input ends */
type Ask = (question: string, isSecret?: boolean) => Promise<string>;

/** The same for every refusal, so that it does not reveal whether an account has a password. */
const OTHERWISE =
  'Whoever signs in by a passkey alone cannot do so here: another superadmin can, or one with a password from "user create --role superadmin --password-stdin".';

/**
 * Authenticates a superadmin by the sign-in route: wrong passwords and codes count in the lockout, and the sign-in is recorded
 * and ended at once. Reads e-mail, password and code from the terminal, or as lines of standard input.
 * @throws Error with a readable message when the sign-in fails, or it is not a superadmin
 */
async function askSuperadmin({ server }: Pick<Service, 'server'>): Promise<Actor> {
  const { ask, close } = openQuestions();
  try {
    const email = await ask('E-mail of a superadmin');
    const password = await ask('Password', true);
    const post = async (url: string, payload: object, token?: string) => {
      const headers = {
        'user-agent': 'iskaznica',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const answer = await server.inject({ method: 'POST', url, payload, headers });
      return { isIn: answer.statusCode === 200, body: answer.json() };
    };
    const first = await post('/api/auth/login', { email, password });
    const needsCode = first.body.detail === '2FA_REQUIRED';
    const { isIn, body } = needsCode
      ? await post('/api/auth/login', {
          email,
          password,
          totp: await ask('Code of the second factor, or a recovery code', true),
        })
      : first;
    if (!isIn) throw new Error(`Not let in: ${body.detail}\n${OTHERWISE}`);
    await post('/api/auth/logout', {}, body.access_token);
    const { id, role, tenant_id: tenantId } = body.user;
    if (role !== 'superadmin') throw new Error('Only a superadmin may do this.');
    return { id, email: body.user.email, tenantId };
  } finally {
    close();
  }
}

function openQuestions(): { ask: Ask; close: () => void } {
  const { stdin, stderr } = process;
  const isSeen = stdin.isTTY === true;
  let isMuted = false;
  const output = new Writable({
    write: (piece, _encoding, done) => {
      if (!isMuted) stderr.write(piece);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: isSeen, crlfDelay: Number.POSITIVE_INFINITY });
  const answers = lines[Symbol.asyncIterator]();
  const ask: Ask = async (question, isSecret = false) => {
    if (isSeen) stderr.write(`${question}: `);
    isMuted = isSecret;
    const { value, done } = await answers.next();
    if (isSeen && isSecret) stderr.write('\n');
    if (done) throw new Error(`Standard input has ended before: ${question}.`);
    return value;
  };
  return { ask, close: () => lines.close() };
}
