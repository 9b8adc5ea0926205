import type { Tx } from '../../platform/database/database.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { logoutWorker } from './deliver-logout.ts';
import { logoutMetrics } from './logout-metrics.ts';
import { dropExpiredSignIns, dropNoticesBefore } from './logout-notices-store.ts';
import { dropTurnsBefore } from './logout-turns-store.ts';

/** Turns go with the last notice. */
async function forgetNotices(tx: Tx, before: Instant, most: number): Promise<number> {
  const dropped = await dropNoticesBefore(tx, before, most);
  await dropTurnsBefore(tx, before);
  return dropped;
}

export const logoutNoticesRoom = defineRoom({
  name: 'logout-notices',
  retention: [
    {
      name: 'logout_notices',
      keptFor: days(30),
      what: 'notices to applications that a sign-in has ended',
      forget: forgetNotices,
    },
    {
      name: 'application_sign_ins',
      keptFor: days(1),
      what: 'which applications a sign-in was used at, after it expired',
      forget: dropExpiredSignIns,
    },
  ],
  open: ({ database, clock, keys, log, publicUrl, settings }: Platform) => {
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const logouts = logoutWorker({ database, clock, keys, log, publicUrl, fetch: outgoingFetch(permitted) });
    return {
      services: { logouts },
      metrics: logoutMetrics(database.read, clock, logouts),
      work: { start: logouts.start, stop: logouts.close },
    };
  },
});
