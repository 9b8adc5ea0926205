import { setTimeout as pause } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { addAttempts } from './attempts-store.ts';
import { issuerOf, issueSet, setKeyOf } from './issue-set.ts';
import { getOwnStream, holdOwnStream, type OwnStream } from './manage-streams.ts';
import type { PullDeps } from './pull-events.ts';
import { pauseSetsOf, readSets, type SetContent, type SetReading } from './read-sets.ts';
import { findChainEnds } from './sealed-events-store.ts';
import { changeStream } from './streams-store.ts';
import { mostSets, type PollAnswer, type PollBody } from './streams-wire.ts';
import { changeSubscription } from './subscriptions-store.ts';

export interface PollDeps extends PullDeps {
  readonly publicUrl: string;
}

interface Asked {
  readonly caller: AnyCaller;
  readonly id: string;
  readonly body: Static<typeof PollBody>;
  /** While the answer waits. @throws AppError 401 once the caller's token has ended */
  readonly requireLive: () => Promise<void>;
  /** Aborted when the client disconnects. */
  readonly left: () => AbortSignal;
  /** The server goes: the receiver asks the next one. */
  readonly isStopping: () => boolean;
}

/**
 * Tokens beyond the first that was not acknowledged: so many are sent at a time, and so many acknowledgements out of turn are
 * remembered.
 */
const MOST_OPEN = 200;
/** Below the idle timeout of usual proxies. */
const LONGEST_WAIT = seconds(25);
const CHECK_EVERY = 500;
const LONGEST_EXCERPT = 1024;

/** Streams whose receiver waits for something. A second call for the same one is answered at once. */
const waiting = new Set<string>();

/** RFC 8936. What was not acknowledged is sent again. @throws AppError 404 */
export async function pollStream(deps: PollDeps, asked: Asked): Promise<Static<typeof PollAnswer>> {
  const { caller, id, body } = asked;
  const { ack = [], setErrs = {}, maxEvents, returnImmediately = false } = body;
  const taken = new Map<string, object | undefined>([
    ...ack.map((jti) => [jti, undefined] as const),
    ...Object.entries(setErrs),
  ]);
  await getPolled(deps.database.read, caller, id);
  if (taken.size > 0) await deps.database.transaction((tx) => take(tx, deps, { caller, id, taken }));
  const most = mostSets(maxEvents);
  if (most === 0) return { sets: {} };
  const found = await readDue(deps, asked, most);
  if (found.sets.length > 0 || returnImmediately || waiting.has(id)) return answerOf(deps, caller, found);
  waiting.add(id);
  try {
    return await answerOf(deps, caller, await waitFor(deps, asked, found));
  } finally {
    waiting.delete(id);
  }
}

interface Found {
  readonly sets: readonly SetContent[];
  readonly hasMore: boolean;
  readonly tip: number;
}

/** Asks for the end of the chain alone, until it has grown. */
async function waitFor(deps: PollDeps, asked: Asked, first: Found): Promise<Found> {
  const until = performance.now() + LONGEST_WAIT;
  const left = asked.left();
  let found = first;
  while (found.sets.length === 0 && performance.now() < until && !left.aborted && !asked.isStopping()) {
    await pause(CHECK_EVERY);
    await asked.requireLive();
    if ((await findChainEnds(deps.database.read)).tip === found.tip) continue;
    found = await readDue(deps, asked, mostSets(asked.body.maxEvents));
  }
  return found;
}

/** @throws AppError 404 for another receiver's, and for one that is pushed */
async function getPolled(db: Db, caller: AnyCaller, id: string): Promise<OwnStream> {
  const own = await getOwnStream(db, caller, id);
  if (own.subscription.form !== 'ssf_poll') throw new AppError('streams.not_found');
  return own;
}

function readOpen(db: Db, { keys, clock, publicUrl }: PollDeps, own: OwnStream): Promise<SetReading> {
  const { position, last_seq: lastSeq } = own.subscription;
  const deps = { db, keys, at: nowOf(clock), issuer: issuerOf(publicUrl) };
  return readSets(deps, own, { position, lastSeq }, MOST_OPEN);
}

/** What is open and was not acknowledged out of turn. Nothing while the stream is paused, but that it is. */
async function readDue(deps: PollDeps, asked: Asked, most: number): Promise<Found> {
  const { database } = deps;
  const { caller, id } = asked;
  const own = await getPolled(database.read, caller, id);
  const { subscription, stream } = own;
  if (subscription.state !== 'active') {
    const { tip } = await findChainEnds(database.read);
    return { sets: pauseSetsOf(subscription), hasMore: false, tip };
  }
  const { sets, next, tip } = await readOpen(database.read, deps, own);
  if (sets.length === 0 && next.position > subscription.position) {
    // So that nothing is looked through twice.
    await database.transaction((tx) => take(tx, deps, { caller, id, taken: new Map() }));
    if (next.position < tip) return readDue(deps, asked, most);
  }
  const open = sets.filter(({ seq }) => !stream.acked.includes(seq));
  return { sets: open.slice(0, most), hasMore: open.length > most || next.position < tip, tip };
}

async function answerOf(
  deps: PollDeps,
  caller: AnyCaller,
  { sets, hasMore }: Found,
): Promise<Static<typeof PollAnswer>> {
  const { keys, clock, publicUrl } = deps;
  if (sets.length === 0) return { sets: {} };
  const audience = { id: caller.service?.id ?? '' };
  const issue = { issuer: issuerOf(publicUrl), key: await setKeyOf(keys), audience, now: clock.now() };
  const signed = sets.map((content) => [content.jti, issueSet(content, issue)] as const);
  return { sets: Object.fromEntries(signed), ...(hasMore ? { moreAvailable: true } : {}) };
}

interface Taking {
  readonly caller: AnyCaller;
  readonly id: string;
  /** By `jti`, with the error where it could not be taken. */
  readonly taken: ReadonlyMap<string, object | undefined>;
}

/**
 * The cursor moves over what was taken without a break; what was taken beyond is remembered. An unknown `jti` changes nothing: it may be
 * of an answer that was acknowledged before.
 */
async function take(tx: Tx, deps: PollDeps, { caller, id, taken }: Taking): Promise<void> {
  const own = await holdOwnStream(tx, caller, id);
  const { subscription, stream } = own;
  const { sets, next } = await readOpen(tx, deps, own);
  const known = sets.filter(({ jti }) => taken.has(jti));
  const acked = new Set([...stream.acked, ...known.map(({ seq }) => seq)]);
  const firstOpen = sets.findIndex(({ seq }) => !acked.has(seq));
  const last = (firstOpen === -1 ? sets : sets.slice(0, firstOpen)).at(-1)?.seq;
  const position = firstOpen === -1 ? next.position : (last ?? subscription.position);
  const at = nowOf(deps.clock);
  const notice = subscription.pause_notice;
  const pause_notice = notice !== null && taken.has(notice) ? null : notice;
  await changeSubscription(tx, id, { position, last_seq: last ?? subscription.last_seq, pause_notice });
  await changeStream(tx, id, { acked: [...acked].filter((seq) => seq > position) });
  const failed = known.flatMap(({ seq, jti }) => {
    const error = taken.get(jti);
    if (error === undefined || stream.acked.includes(seq)) return [];
    const excerpt = JSON.stringify(error).slice(0, LONGEST_EXCERPT);
    return [{ subscription_id: id, seq, at, took_ms: 0, status: 400, problem: null, excerpt }];
  });
  if (failed.length > 0) await addAttempts(tx, failed);
}
