import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';

/** For whatever a busy machine does in the end. */
const PATIENCE = minutes(2);

/** Guesses that are being evaluated, or wait for that, or died with their process. */
export async function placesIn({ read }: Database): Promise<number> {
  const rows = await read.selectFrom('lockouts').select(['places', 'places_before']).execute();
  return rows.reduce((sum, { places, places_before }) => sum + places + places_before, 0);
}

/** Resolves when so many guesses have a place, or when `answer` has come meanwhile. */
export async function untilPlaces(database: Database, count: number, answer?: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void answer?.finally(() => (isAnswered = true)).catch(() => {}); // whoever asked hears of its failure
  for (const giveUpAt = performance.now() + PATIENCE; !isAnswered && (await placesIn(database)) < count; await pause(5))
    assert.ok(performance.now() < giveUpAt, `${count} guesses are under way`);
}
