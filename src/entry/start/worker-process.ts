/** A process that serves beside others, started by `cluster.ts`. Its only argument is a `WorkerStart`. */
import { seconds } from '../../platform/kernel/durations.ts';
import { type ProcessLink, processLink } from '../../platform/kernel/process-link.ts';
import { parseJson } from '../../platform/kernel/unchecked.ts';
import { retireServer } from '../../platform/server/close-server.ts';
import { openServiceLog } from '../../platform/server/service-log.ts';
import { readSettings } from '../app/read-settings.ts';
import { failStart } from './fail-start.ts';
import { MESSAGE, PROTOCOL, shareOf, type WorkerStart } from './process-role.ts';
import { closeInTime, drainAndClose, open, reportStart } from './serve.ts';
import { openService, type Service } from './service.ts';

const ALIVE_EVERY = seconds(1);

/** Serves as one of several processes. The parent says when to do background work, to retire and to stop. */
async function serveAsWorker({ number, isFirst, protocol }: WorkerStart): Promise<void> {
  if (protocol !== PROTOCOL)
    throw new Error('the processes that run are of a version that cannot take this one in. Stop it and start anew');
  const parent = linkToParent();
  const settings = shareOf(readSettings());
  const { log, metrics } = openServiceLog(settings, { process: number });
  const service = await openService(settings, { log, metrics: [metrics], parent });
  const started = await open(service, isFirst).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  endOnRequest(parent, service);
  parent.on(MESSAGE.work, () => service.startWork());
  reportStart(service, started, log);
  parent.tell(MESSAGE.ready);
}

function linkToParent(): ProcessLink {
  const parent = processLink({
    send: (message, done) => process.send?.(message, undefined, undefined, done),
    onMessage: (listener) => process.on('message', listener),
  });
  setInterval(() => parent.tell(MESSAGE.alive), ALIVE_EVERY).unref();
  // Terminals and service managers send signals to the parent too, and the parent decides.
  process.on('SIGHUP', () => {});
  parent.on(MESSAGE.stop, () => process.exit(0)); // not serving yet
  return parent;
}

/** Ends the service once, however often it is told to. */
function endOnRequest(parent: ProcessLink, service: Service): void {
  let ending = false;
  let retiring = false;
  const end = async (close: (service: Service) => Promise<void>) => {
    if (ending) return;
    ending = true;
    await close(service);
    await service.figures.leave();
    process.exit(0);
  };
  const stop = () => void end(drainAndClose).catch(() => process.exit(1));
  const makeWay = () => void end(closeInTime).catch(() => process.exit(1)); // its callers use other processes by now
  parent.on(MESSAGE.stop, stop);
  parent.on(MESSAGE.retire, () => {
    if (retiring) return;
    retiring = true;
    void retireServer(service.server).then(makeWay, makeWay);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  await serveAsWorker(parseJson(process.argv[2] ?? '') as WorkerStart);
} catch (error) {
  failStart(error);
}
