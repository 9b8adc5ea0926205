/**
 * A node in its own process, with the cheap hashes of tests and the parent's clock: the message `{ now }` sets it and
 * is echoed. The first message is the port. It runs only the job of the message `{ job: 'application ends' }`, which is
 * answered with how many it ended.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService } from '../../src/entry/start/service.ts';
import { endDueApplications } from '../../src/openid/applications/end-due-applications.ts';
import { manualClock } from './manual-clock.ts';
import { CHEAP } from './test-service.ts';

const clock = manualClock(Number(process.argv[2]));
const read = readSettings(process.env as Record<string, string>);
const settings = { ...read, passwords: { ...read.passwords, bcryptCost: CHEAP } };
const { server, database } = await openService(settings, { log: pino({ level: 'silent' }), clock });
await server.listen({ host: '127.0.0.1', port: 0 });
process.on('message', async (message: { now: number } | { job: 'application ends' }) => {
  if ('now' in message) clock.advance(message.now - clock.now());
  process.send?.('now' in message ? message : { ended: await endDueApplications({ database, clock }) });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: (server.server.address() as AddressInfo).port });
