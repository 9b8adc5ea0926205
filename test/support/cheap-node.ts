/**
 * A node in its own process, with the cheap hashes of tests and the parent's clock: the message `{ now }` sets it and
 * is echoed. The first message is the port.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readSettings } from '../../src/app/read-settings.ts';
import { openService } from '../../src/start/service.ts';
import { manualClock } from './manual-clock.ts';
import { CHEAP } from './test-service.ts';

const clock = manualClock(Number(process.argv[2]));
const read = readSettings(process.env as Record<string, string>);
const settings = { ...read, passwords: { ...read.passwords, bcryptCost: CHEAP } };
const { server } = await openService(settings, { log: pino({ level: 'silent' }), clock });
await server.listen({ host: '127.0.0.1', port: 0 });
process.on('message', ({ now }: { now: number }) => {
  clock.advance(now - clock.now());
  process.send?.({ now });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: (server.server.address() as AddressInfo).port });
