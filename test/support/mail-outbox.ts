import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { openAppStore } from '../../src/entry/app/app-schema.ts';
import { mailTemplates } from '../../src/entry/app/declarations.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { type Keyring, openKeyring } from '../../src/platform/keys/keyring.ts';
import { readServiceSecrets } from '../../src/platform/keys/service-secret.ts';
import { enqueueMail, type Recipient } from '../../src/platform/mail/enqueue-mail.ts';
import type { MailKind, MailParams, OutboxMail, SecretRef } from '../../src/platform/mail/mail.ts';
import type { MailTransport } from '../../src/platform/mail/mail-transport.ts';
import { type MailWorker, type MailWorkerDeps, mailWorker } from '../../src/platform/mail/mail-worker.ts';
import { type SmtpTransportDeps, smtpTimeouts, smtpTransport } from '../../src/platform/mail/smtp-transport.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { createTestStore } from './test-store.ts';

export interface Outbox {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly keys: Keyring;
  readonly dataDir: string;
  readonly worker: MailWorker;
  /** What the worker logged. */
  readonly log: string[];
  /** Another node on the same store. */
  anotherWorker(parts?: Partial<MailWorkerDeps>): MailWorker;
  enqueue<Kind extends MailKind>(kind: Kind, params: MailParams[Kind], more?: MailDetails): Promise<number>;
  /** A notice to that address. */
  notify(address: string): Promise<number>;
  row(id: number): Promise<OutboxMail>;
}

export interface MailDetails {
  readonly to?: Partial<Recipient>;
  readonly secret?: SecretRef;
}

/** A store with a worker whose transport the test chooses. */
export async function openOutbox(
  t: TestContext,
  transport: MailTransport | ((parts: { dataDir: string; clock: ManualClock }) => MailTransport),
  parts: Partial<MailWorkerDeps> = {},
): Promise<Outbox> {
  const { database, clock, keys, dataDir, workers } = await openParts(t);
  const log: string[] = [];
  const base: MailWorkerDeps = {
    database,
    clock,
    keys,
    publicUrl: 'http://127.0.0.1:8080',
    mailTemplates,
    transport: typeof transport === 'function' ? transport({ dataDir, clock }) : transport,
    log: pino({ level: 'debug' }, { write: (line) => void log.push(line) }),
    asOfNow: async (mail) => mail,
    brandOf: async () => undefined,
    ...parts,
  };
  const anotherWorker = (changes: Partial<MailWorkerDeps> = {}) => {
    const worker = mailWorker({ ...base, ...changes });
    workers.push(worker);
    return worker;
  };
  const enqueue: Outbox['enqueue'] = (kind, params, { to, secret } = {}) =>
    database.transaction((tx) =>
      enqueueMail(tx, { kind, to: { ...RECIPIENT, ...to }, params, secret, at: nowOf(clock) }),
    );
  return {
    database,
    clock,
    keys,
    dataDir,
    log,
    enqueue,
    anotherWorker,
    worker: anotherWorker(),
    notify: (email) => enqueue('password-changed', { at: nowOf(clock) }, { to: { email } }),
    row: async (id) => ({
      ...(await database.read.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    }),
  };
}

async function openParts(t: TestContext) {
  const store = await createTestStore();
  const settings = readSettings({ ...store.env });
  const clock = manualClock();
  const database = await openAppStore(settings);
  const keys = await openKeyring(database, () => readServiceSecrets(settings), clock);
  const workers: MailWorker[] = [];
  t.after(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await database.close();
    await store.remove();
  });
  return { database, clock, keys, dataDir: store.dataDir, workers };
}

const RECIPIENT: Recipient = {
  id: 1,
  tenant_id: 1,
  email: 'ana@example.hr',
  full_name: 'Ana Čavić',
  preferred_language: 'hr',
};

export const freshSeed = (): string => randomBytes(32).toString('base64url');

/** Short timeouts, for servers that do not answer. */
export const IMPATIENT = { ...smtpTimeouts, connection: 500, greeting: 500, silence: 600, whole: 3000 };

/** The transport of the service over SMTP. `env` are settings of mail. */
export function testSmtpTransport(
  port: number,
  env: Record<string, string> = {},
  parts: Partial<SmtpTransportDeps> = {},
): MailTransport {
  const { mail } = readSettings({ SVC_SMTP_HOST: 'localhost', SVC_SMTP_PORT: String(port), ...env });
  const from = { name: 'Iskaznica', address: 'iskaznica@savez.example.hr' };
  return smtpTransport({ mail, from, publicUrl: 'http://127.0.0.1:8080', ...parts });
}
