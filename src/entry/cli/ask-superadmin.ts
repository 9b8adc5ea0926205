import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Actor } from '../../platform/audit/audit-context.ts';
import type { Service } from '../start/service.ts';

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
export async function askSuperadmin({ server }: Pick<Service, 'server'>): Promise<Actor> {
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
  const given = lines[Symbol.asyncIterator]();
  const ask: Ask = async (question, isSecret = false) => {
    if (isSeen) stderr.write(`${question}: `);
    isMuted = isSecret;
    const { value, done } = await given.next();
    if (isSeen && isSecret) stderr.write('\n');
    if (done) throw new Error(`Standard input has ended before: ${question}.`);
    return value;
  };
  return { ask, close: () => lines.close() };
}
