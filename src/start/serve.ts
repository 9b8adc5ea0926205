import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Settings, SettingsError, unknownSettings } from '../config/settings.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import { isLoopbackHost, isLoopbackUrl } from '../http/local-call.ts';
import { seconds } from '../kernel/durations.ts';
import { codesLockSooner } from '../lockout/lockout-rule.ts';
import { openServiceLog } from '../server/service-log.ts';
import { hasAdministrator } from '../users/find-account.ts';
import { firstAdministratorLink } from './first-administrator-link.ts';
import { openService, type Service } from './service.ts';
import { showSetupLink } from './show-setup-link.ts';

const STOP_WITHIN = seconds(9);

/**
 * Settings → database → app → listen → graceful stop. Resolves when the node serves. `prepare` runs when everything is open
 * and nobody can ask yet.
 */
export async function serve(
  settings: Settings,
  prepare: (service: Service) => Promise<void> = async () => {},
): Promise<Service> {
  const { log, metrics } = openServiceLog(settings.server.logLevel);
  const unlock = settings.storage.databaseUrl ? () => {} : lockDataFolder(settings.server.dataDir);
  const service = await openService(settings, { log, metrics: [metrics] });
  service.startWork();
  // Whoever sees it answer may stop it in the same moment: everything that is waited for comes before.
  const opened = await open(service, prepare).catch(async (error: unknown) => {
    await service.close(); // what it holds open would keep a failed start alive
    unlock();
    throw error;
  });
  stopOnSignal(service, () => {
    unlock();
    log.info('stopped');
  });
  const { listening, invitation, warnings } = opened;
  log.info({ listening, address: settings.server.publicUrl, database: service.database.engine }, 'serving');
  if (invitation) showSetupLink(invitation, settings.server.dataDir, log);
  for (const warning of warnings) log.warn(warning);
  for (const name of unknownSettings()) log.warn({ name }, 'this setting is not known');
  return service;
}

async function open(service: Service, prepare: (service: Service) => Promise<void>) {
  await prepare(service);
  const invitation = await firstAdministratorLink(service, service.settings);
  const warnings = await warningsOf(service);
  await service.server.ready();
  releaseStartMemory();
  const { host, port } = service.settings.server;
  return { listening: await service.server.listen({ host, port }), invitation, warnings };
}

async function warningsOf(service: Service): Promise<string[]> {
  const { reset, signIn } = service.settings;
  const candidates = [
    reset.revealResetToken && 'SVC_REVEAL_RESET_TOKEN is on: anybody can reset any password',
    (await revealsToProxies(service)) &&
      'SVC_PUBLIC_URL is a loopback address, but SVC_HOST is not: behind a proxy on this machine that leaves no trace, reset links of administrators would be told to anybody',
    codesLockSooner(signIn.lockThreshold),
  ];
  return candidates.filter((warning) => typeof warning === 'string');
}

/** An address for this machine alone, listened on for others, with somebody whose reset link is worth stealing. */
const revealsToProxies = async ({ database, settings: { server } }: Service): Promise<boolean> =>
  isLoopbackUrl(server.publicUrl) && !isLoopbackHost(server.host) && (await hasAdministrator(database.read));

/**
 * Loading leaves as much garbage as there is service, and the engine keeps its pages until memory is short (measured idle:
 * 134 MB without this, 125 MB with it). Once, for about 40 ms, when all is loaded and nobody can ask yet.
 */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}

/** The first signal stops in good order: requests under way finish, new ones get 503. A second one, or time, ends it. */
function stopOnSignal(service: Service, afterwards: () => void): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    service.close().then(
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

/** Ends the process with one readable text instead of a stack. */
export function failStart(error: unknown): never {
  const text =
    error instanceof SettingsError ? error.message : `The service could not start: ${(error as Error).message}`;
  console.error(text);
  process.exit(1);
}
