import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { isUsableSeed } from '../action-tokens/redeem-action-token.ts';
import { type App, createApp } from '../app/app.ts';
import { MAILS_KEPT_FOR, retentionPlan } from '../app/retention-rules.ts';
import { backgroundMetrics } from '../app/service-metrics.ts';
import { sealJob } from '../audit/seal-job.ts';
import { keepAvatarsSwept } from '../avatars/sweep-avatars.ts';
import type { Settings } from '../config/settings.ts';
import { openCounters } from '../counters/open-counters.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { documentSweep } from '../documents/sweep-documents.ts';
import { type RecurringJobs, recurringJobs } from '../jobs/recurring-jobs.ts';
import { type Clock, instantAt, systemClock } from '../kernel/clock.ts';
import { hours, seconds } from '../kernel/durations.ts';
import { type Keyring, openKeyring } from '../keys/keyring.ts';
import { KEY_RELOAD_EVERY } from '../keys/rotate-keys.ts';
import { readServiceSecrets, type ServiceSecrets } from '../keys/service-secret.ts';
import type { OutboxMail, SecretRef } from '../mail/mail.ts';
import { type MailWorker, mailWorker } from '../mail/mail-worker.ts';
import { openMailTransport } from '../mail/open-mail-transport.ts';
import { forgetRecordedBefore } from '../mail/recorded-mails.ts';
import { isEmailCodeWanted } from '../own-account/is-email-code-wanted.ts';
import { keepRetention } from '../privacy/keep-retention.ts';
import { runErasures } from '../privacy/run-erasures.ts';
import { closeServer } from '../server/close-server.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

export interface Service extends App {
  readonly settings: Settings;
  readonly database: Database;
  readonly keys: Keyring;
  readonly secrets: ServiceSecrets;
  readonly clock: Clock;
  readonly mail: MailWorker;
  /** Lets requests under way finish, then lets go of everything. */
  close(): Promise<void>;
}

/**
 * Opens store, keys and counters, and builds the app on them; it does not listen yet. With `mail` it also does what nobody
 * asks for: mails go out, abandoned files are swept.
 */
export async function openService(
  settings: Settings,
  { log, clock = systemClock, mail: sendMails = false }: { log: Logger; clock?: Clock; mail?: boolean },
): Promise<Service> {
  const database = await openDatabase(settings);
  const secrets = readServiceSecrets(settings);
  const keys = await openKeyring(database, () => readServiceSecrets(settings), clock);
  const counters = await openCounters(settings, clock, log);
  const app = createApp({ settings, database, keys, counters, clock, log, version });
  await ensureFirstAdministrator({ database, clock, passwords: app.passwords }, settings);
  const jobs = recurringJobs({ log, clock });
  // A key that another node made is known here before it is used there.
  jobs.recur({ name: 'key-reload', every: KEY_RELOAD_EVERY }, () => keys.reload());
  const mail = mailWorker({
    ...{ database, clock, keys, log, publicUrl: settings.server.publicUrl },
    transport: openMailTransport(settings, clock),
    isStillWanted: wantedCheck(database, clock),
  });
  const sealing = sendMails ? sealJob({ database, keys, clock, heads: app.heads }, jobs, log) : undefined;
  if (sendMails) {
    mail.start();
    app.imports.start(jobs);
    keepAvatarsSwept({ database, files: app.avatarFiles, clock, log }, jobs);
    documentSweep({ database, files: app.documentFiles, clock, log }, jobs);
    startPrivacyJobs(app, settings, jobs);
  }
  app.metricSources.push(backgroundMetrics(mail, jobs));
  const close = async () => {
    await closeServer(app.server);
    await app.imports.close();
    await mail.close();
    await jobs.close();
    await sealing?.run(); // what was answered before the stop is sealed before it
    await counters.close();
    await database.close();
  };
  return { ...app, settings, database, keys, secrets, clock, mail, close };
}

/** Approved erasures are looked for every second, what is not kept any longer every hour and at the start. */
function startPrivacyJobs({ privacy }: App, settings: Settings, jobs: RecurringJobs): void {
  jobs.recur({ name: 'erasures', every: seconds(1) }, () => runErasures(privacy));
  const plan = retentionPlan(settings, privacy);
  const retention = jobs.recur({ name: 'retention', every: hours(1) }, () => keepRetention(privacy, plan));
  // Recorded mails lie on each node, so no lease is asked for.
  const recorded = jobs.recur({ name: 'recorded-mails', every: hours(1) }, () =>
    forgetRecordedBefore(privacy.dataDir, instantAt(privacy.clock.now() - MAILS_KEPT_FOR)),
  );
  for (const job of [retention, recorded]) void job.run();
}

/** A link or code that was used, replaced or cancelled meanwhile is not mailed any more. */
const wantedCheck =
  ({ read }: Database, clock: Clock) =>
  async ({ secret_ref, user_id }: OutboxMail): Promise<boolean> => {
    if (secret_ref === null) return true;
    const { kind, seed }: SecretRef = JSON.parse(secret_ref);
    const at = instantAt(clock.now());
    return kind === 'link' ? isUsableSeed(read, seed, at) : isEmailCodeWanted(read, user_id ?? 0, seed, at);
  };

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export const { version } = manifest;
