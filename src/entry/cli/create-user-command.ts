import { createInterface } from 'node:readline';
import { getFirstTenant } from '../../accounts/tenants/create-tenant.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import { type Invitation, sendInvitation } from '../../people/invitations/invite-user.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { ROLES } from '../../platform/kernel/role.ts';
import { breachedPasswords } from '../../sign-in/passwords/breached-passwords.ts';
import { hashQueue } from '../../sign-in/passwords/hash-queue.ts';
import { hashWorkers } from '../../sign-in/passwords/hash-workers.ts';
import { passwordHasher } from '../../sign-in/passwords/password-hasher.ts';
import { weaknessOf } from '../../sign-in/passwords/require-good-password.ts';
import { defineCommand, UsageError } from './command.ts';
import { getTenant, readChoice, readEmail, readName } from './command-arguments.ts';
import { type OperatorStore, openKeys, withStore } from './operator-store.ts';

export const createUserCommand = defineCommand({
  name: 'user create',
  summary: 'Creates an account: active with a password, otherwise invited by a link that is shown or mailed.',
  options: {
    email: { kind: 'text', placeholder: 'address', about: 'E-mail address, unique over all tenants.', required: true },
    ime: { kind: 'text', placeholder: 'name', about: 'First name.', required: true },
    prezime: { kind: 'text', placeholder: 'name', about: 'Last name.', required: true },
    role: { kind: 'text', placeholder: 'role', about: `One of ${ROLES.join(', ')}.`, required: true },
    tenant: { kind: 'text', placeholder: 'slug', about: 'Their tenant; by default the oldest one.' },
    mail: { kind: 'flag', about: 'Mails the link to them, as soon as the service runs, instead of showing it.' },
    'password-stdin': { kind: 'flag', about: 'Takes the password from the first line of standard input.' },
  },
  run: (values) => {
    const person = {
      email: readEmail(values.email),
      ime: readName('ime', values.ime),
      prezime: readName('prezime', values.prezime),
      role: readChoice('role', values.role, ROLES) ?? 'guest',
    };
    if (values.mail && values['password-stdin'])
      throw new UsageError('--mail sends a link, which a user with a password does not need.');
    return withStore(async (store) => {
      const passwordHash = values['password-stdin'] ? await hashPasswordOfInput(store, person.email) : null;
      const status = passwordHash === null ? 'invited' : 'active';
      const links = { ...store, keys: (await openKeys(store)).keys, publicUrl: store.settings.server.publicUrl };
      const now = store.clock.now();
      const call = byOperator(['tenant.create', 'user.create', 'user.invite'], instantAt(now));
      const { user, invitation } = await store.database.transaction(async (tx) => {
        const tenantId = await tenantIdOf(tx, call, values.tenant);
        const wanted = { ...person, tenantId, status, passwordHash, emailVerified: status === 'active' } as const;
        const created = await createUser(tx, call, wanted);
        if (status === 'active') return { user: created, invitation: undefined };
        const toSend = { user: created, now, by: null, mail: values.mail };
        return { user: created, invitation: await sendInvitation(tx, links, call, toSend) };
      });
      console.log(`${user.full_name} (${user.id}), ${user.role}, is ${user.status}.`);
      if (invitation) console.log(describeInvitation(invitation, values.mail));
    });
  },
});

/** A mailed link is not printed too, since terminals have scrollback and logs. */
const describeInvitation = ({ invite_link, expires_at }: Invitation, mailed: boolean): string =>
  mailed
    ? `Their link, valid until ${expires_at}, will be mailed as soon as the service runs.`
    : `Give them this link. It is not mailed, and is valid until ${expires_at}:\n${invite_link}`;

const tenantIdOf = async (tx: Tx, call: AuditedCall, slug: string | undefined): Promise<number> =>
  (slug === undefined ? await getFirstTenant(tx, call, { name: 'Savez' }) : await getTenant(tx, slug)).id;

/** Reads the password from standard input: arguments are visible to every process and kept in the shell history. */
async function hashPasswordOfInput(store: OperatorStore, email: string): Promise<string> {
  const { bcryptCost, passwordMin } = store.settings.passwords;
  const password = await firstLineOfInput();
  if (password === undefined)
    throw new Error('Standard input was empty. With --password-stdin its first line is the password.');
  const list = breachedPasswords(store.settings.breachedPasswords.file);
  const weakness = await weaknessOf({ passwordMin, breachedPasswords: list }, password, email).finally(list.close);
  if (weakness !== undefined) throw new Error(`The password cannot be used: ${weakness}.`);
  const { keys } = await openKeys(store);
  return passwordHasher(keys, hashQueue(hashWorkers({ workers: 1 })), bcryptCost).hash(password);
}

/** The first line of standard input, without its line break; `undefined` when there is no input. */
async function firstLineOfInput(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return undefined;
}
