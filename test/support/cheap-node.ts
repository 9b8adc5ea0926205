/**
 * A node as a process of its own, with hashes as cheap as in the tests and the clock of whoever started it: the message
 * `{ now }` sets it, and is answered by the same. The first message says the port.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readSettings } from '../../src/config/settings.ts';
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
