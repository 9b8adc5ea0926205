import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { recordOrSum } from '../../platform/audit/sum-bursts.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { openCounters } from '../../platform/counters/open-counters.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Opening } from '../../platform/database/open-database.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { recurringJobs } from '../../platform/jobs/recurring-jobs.ts';
import { type Clock, systemClock } from '../../platform/kernel/clock.ts';
import { hours } from '../../platform/kernel/durations.ts';
import type { ProcessLink } from '../../platform/kernel/process-link.ts';
import { parseJson } from '../../platform/kernel/unchecked.ts';
import { type Keyring, openKeyring } from '../../platform/keys/keyring.ts';
import { KEY_RELOAD_EVERY } from '../../platform/keys/rotate-keys.ts';
import { readServiceSecrets, type ServiceSecrets } from '../../platform/keys/service-secret.ts';
import type { MetricSource } from '../../platform/metrics/metric.ts';
import { openTracer } from '../../platform/metrics/trace.ts';
import { closeServer } from '../../platform/server/close-server.ts';
import { type App, createApp } from '../app/app.ts';
import type { Services } from '../app/rooms.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { openStore } from './open-store.ts';
import { requireOwnFiles } from './own-folder.ts';

/** An app with what its rooms offer, and its lifecycle. */
export interface Service extends Pick<App, 'server' | 'routes' | 'figures'>, Services {
  readonly files: FileStore;
  readonly secrets: ServiceSecrets;
  /** Starts background work: sending mails, sealing records, sweeping files. */
  startWork(): void;
  /** Makes readiness report 503; everything is still served. */
  drain(): void;
  /** Lets requests in progress finish, then closes everything. */
  close(): Promise<void>;
}

interface ServiceOptions extends Opening {
  readonly log: Logger;
  readonly clock?: Clock;
  /** Metrics from outside the app, such as the log. */
  readonly metrics?: readonly MetricSource[];
  /** The link to the parent, when several processes serve together. */
  readonly parent?: ProcessLink;
  /** False: only health checks and metrics are answered. */
  readonly answers?: boolean;
}

/** Opens store, keys and counters and builds the app on them. It neither listens nor starts background work. */
export async function openService(
  settings: Settings,
  { log, clock = systemClock, metrics = [], parent, answers = true, isRestoring }: ServiceOptions,
): Promise<Service> {
  const closeTracer = await openTracer(settings, version, log); // before anything that is traced is built
  const { database, files } = await openStore(settings, { log, clock, isRestoring });
  const secrets = readServiceSecrets(settings);
  const keys = await openOwnKeys(settings, database, { clock, isRestoring });
  const installation = keys.hmac('installation', 'counters').toString('base64url').slice(0, 11);
  const counters = await openCounters(settings, clock, log, { installation, parent });
  const jobs = recurringJobs({ log, clock });
  const platform = {
    settings,
    database,
    keys,
    counters,
    files,
    clock,
    log,
    parent,
    recordOrSum: recordOrSum({ keys, most: settings.retention.auditBurst }),
    publicUrl: settings.server.publicUrl,
  };
  const app = createApp(platform, { version, jobs, metrics, answers });
  const { server, routes, figures, readiness, services, recurring, work, prepare } = app;
  await ensureFirstAdministrator(services, settings);
  for (const each of prepare) await each(jobs);
  // A key created by another node is known here before that node uses it.
  jobs.recur({ name: 'key-reload', every: KEY_RELOAD_EVERY, run: () => keys.reload() });
  jobs.recur({ name: 'draft-sweep', every: hours(1), run: () => files.sweepTemporaryFiles(clock.now()) }); // each node has its own drafts
  const startWork = () => {
    for (const each of work) each.start?.(jobs);
    for (const each of recurring) jobs.recur(each);
  };
  const close = async () => {
    for (const { drain } of work) drain?.();
    await closeServer(server);
    for (const { stop } of work) await stop?.();
    await jobs.close();
    await counters.close();
    await database.close();
    await closeTracer();
  };
  return { ...services, server, routes, figures, files, secrets, startWork, drain: readiness.drain, close };
}

/** @throws Error when the secret, or what lies in the data folder, is another store's */
async function openOwnKeys(
  settings: Settings,
  database: Database,
  { clock, isRestoring }: Opening & { clock: Clock },
): Promise<Keyring> {
  try {
    const keys = await openKeyring(database, () => readServiceSecrets(settings), clock);
    if (!isRestoring) await requireOwnFiles(settings.server.dataDir, keys); // a restore has moved them aside
    return keys;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const manifest = parseJson(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export const { version } = manifest;
