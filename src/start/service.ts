import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { type App, createApp } from '../app/app.ts';
import type { Offers } from '../app/rooms.ts';
import { recordOrSum } from '../audit/record-or-sum.ts';
import type { Settings } from '../config/settings.ts';
import { openCounters } from '../counters/open-counters.ts';
import { openDatabase } from '../database/open-database.ts';
import { recurringJobs } from '../jobs/recurring-jobs.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { openKeyring } from '../keys/keyring.ts';
import { KEY_RELOAD_EVERY } from '../keys/rotate-keys.ts';
import { readServiceSecrets, type ServiceSecrets } from '../keys/service-secret.ts';
import type { MetricSource } from '../metrics/metric.ts';
import { closeServer } from '../server/close-server.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

/** An app with what its rooms offer by name, and its life. */
export interface Service extends Pick<App, 'server' | 'routes'>, Offers {
  readonly secrets: ServiceSecrets;
  /** Begins what nobody asks for: mails go out, records are sealed, abandoned files are swept. */
  startWork(): void;
  /** Lets requests under way finish, then lets go of everything. */
  close(): Promise<void>;
}

interface ServiceOptions {
  readonly log: Logger;
  readonly clock?: Clock;
  /** Figures of what lies outside the app, such as the log. */
  readonly metrics?: readonly MetricSource[];
}

/** Opens store, keys and counters, and builds the app on them. It neither listens nor works by itself yet. */
export async function openService(
  settings: Settings,
  { log, clock = systemClock, metrics = [] }: ServiceOptions,
): Promise<Service> {
  const database = await openDatabase(settings);
  const secrets = readServiceSecrets(settings);
  const keys = await openKeyring(database, () => readServiceSecrets(settings), clock);
  const counters = await openCounters(settings, clock, log);
  const jobs = recurringJobs({ log, clock });
  const ground = {
    settings,
    database,
    keys,
    counters,
    clock,
    log,
    recordOrSum: recordOrSum({ keys, most: settings.retention.auditBurst }),
    publicUrl: settings.server.publicUrl,
  };
  const { server, routes, offers, work, prepare } = createApp(ground, { version, jobs, metrics });
  await ensureFirstAdministrator(offers, settings);
  for (const each of prepare) await each(jobs);
  // A key that another node made is known here before it is used there.
  jobs.recur({ name: 'key-reload', every: KEY_RELOAD_EVERY }, () => keys.reload());
  let isWorking = false;
  const startWork = () => {
    isWorking = true;
    for (const each of work) each.start?.(jobs);
  };
  const close = async () => {
    for (const { drain } of work) drain?.();
    await closeServer(server);
    for (const { stop } of work) await stop?.();
    await jobs.close();
    if (isWorking) for (const { finish } of work) await finish?.();
    await counters.close();
    await database.close();
  };
  return { ...offers, server, routes, secrets, startWork, close };
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
export const { version } = manifest;
