import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { hasAdministrator } from '../../accounts/users/accounts-store.ts';
import type { Invitation } from '../../people/invitations/invite-user.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { lockStore } from '../../platform/database/open-database.ts';
import { isLoopbackHost, isLoopbackUrl } from '../../platform/http/local-call.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { codeOf } from '../../platform/kernel/unchecked.ts';
import { openServiceLog } from '../../platform/server/service-log.ts';
import { unknownSettings } from '../app/read-settings.ts';
import {
  firstAdministratorLink,
  removeUsedSetupLink,
  requireUsableAdministrator,
  showSetupLink,
} from './first-administrator.ts';
import type { ProcessRole } from './process-role.ts';
import { openService, type Service } from './service.ts';
import { type ServiceManager, serviceManager } from './service-manager.ts';
import { unverifiedStores } from './start-warnings.ts';

const STOP_WITHIN = seconds(9);

interface ServeOptions {
  readonly role?: ProcessRole;
  readonly prepare?: (service: Service) => Promise<void>;
}

/**
 * Settings → database → app → listen → graceful stop. Resolves when the node serves. `prepare` runs after everything is open
 * and before the first request.
 */
export async function serve(
  settings: Settings,
  { role = 'everything', prepare = async () => {} }: ServeOptions = {},
): Promise<Service> {
  requireUsableAdministrator(settings);
  const { log, metrics } = openServiceLog(settings);
  const unlock = lockStore(settings);
  const answers = role !== 'work';
  const service = await openService(settings, { log, metrics: [metrics], answers });
  if (role !== 'answer') service.startWork();
  // It may be stopped as soon as it answers, so everything awaited comes before.
  const opened = await prepare(service)
    .then(() => open(service, answers))
    .catch(async (error: unknown) => {
      await service.close(); // otherwise its open handles would keep a failed start alive
      unlock();
      throw error;
    });
  const manager = serviceManager(log);
  stopOnSignal(service, manager, () => {
    unlock();
    log.info('stopped');
  });
  reportStart(service, opened, log);
  await manager.ready();
  return service;
}

/** Starts serving. `isFirst` false: another process does what must happen once. */
export async function open(service: Service, isFirst = true): Promise<Started> {
  const invitation = isFirst ? await firstAdministratorLink(service, service.settings) : undefined;
  const warnings = isFirst ? [...(await warningsOf(service)), ...unknownSettings().map(unknownWarning)] : [];
  return { listening: await listen(service), invitation, warnings };
}

const unknownWarning = (name: string) => `the setting ${name} is not known`;

interface Started {
  readonly listening: string;
  readonly invitation: Invitation | undefined;
  readonly warnings: readonly string[];
}

async function listen({ server, settings }: Service): Promise<string> {
  await server.ready();
  releaseStartMemory();
  const { host, port } = settings.server;
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const problem = LISTEN_PROBLEMS.get(codeOf(error));
    throw problem === undefined ? error : new Error(problem(`${host}:${port}`), { cause: error });
  }
}

const LISTEN_PROBLEMS = new Map<string | undefined, (address: string) => string>([
  ['EADDRINUSE', (address) => `Something else listens on ${address} already. Stop it, or set SVC_PORT to a free port.`],
  ['EACCES', (address) => `This account may not listen on ${address}. Set SVC_PORT to 1024 or above, behind a proxy.`],
  ['EADDRNOTAVAIL', (address) => `${address} is not an address of this machine. Set SVC_HOST to one that is.`],
]);

export function reportStart(service: Service, { listening, invitation, warnings }: Started, log: Logger): void {
  const { settings, database } = service;
  log.info({ listening, address: settings.server.publicUrl, database: database.engine }, 'serving');
  if (invitation) showSetupLink(invitation, settings.server.dataDir, log);
  removeUsedSetupLink(service);
  for (const warning of warnings) log.warn(warning);
}

async function warningsOf(service: Service): Promise<string[]> {
  const { reset } = service.settings;
  const candidates = [
    reset.revealResetToken && 'SVC_REVEAL_RESET_TOKEN is on: anybody can reset any password',
    (await revealsToProxies(service)) &&
      'SVC_PUBLIC_URL is a loopback address, but SVC_HOST is not: behind a proxy on this machine that adds no header, anybody could get administrators’ reset links',
    oneProcessOnly(service.settings),
    ...unverifiedStores(service.settings.storage),
  ];
  return candidates.filter((warning) => typeof warning === 'string');
}

const oneProcessOnly = ({ server: { processes }, storage: { databaseUrl } }: Settings): string | undefined =>
  processes > 1 && databaseUrl === undefined
    ? `SVC_PROCESSES asks for ${processes} processes, but one answers: the embedded store has one writer. Several need PostgreSQL (SVC_DATABASE_URL)`
    : undefined;

/** Whether reset links might leak: a local public URL behind a proxy or on an open port, and there are administrators. */
const revealsToProxies = async ({ database, settings: { server } }: Service): Promise<boolean> =>
  isLoopbackUrl(server.publicUrl) && !isLoopbackHost(server.host) && (await hasAdministrator(database.read));

/**
 * Collects the garbage of loading, which V8 would keep until memory is short (measured idle: 134 MB without this, 125 MB with
 * it). Runs once, for about 40 ms, before the first request.
 */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}

/**
 * The first signal stops gracefully: readiness reports 503 while load balancers switch to other nodes, then requests in progress
 * finish and new ones get 503. A second signal, or a timeout, ends the process.
 */
function stopOnSignal(service: Service, manager: ServiceManager, afterwards: () => void): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void manager.stopping();
    drainAndClose(service).then(
      () => {
        afterwards();
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

export async function drainAndClose(service: Service): Promise<void> {
  service.drain();
  await pause(seconds(service.settings.server.drainSeconds));
  await closeInTime(service);
}

/** Ends the process itself when closing takes too long. */
export async function closeInTime(service: Service): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN).unref();
  await service.close();
}
