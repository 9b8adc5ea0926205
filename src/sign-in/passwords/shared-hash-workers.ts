import { seconds } from '../../platform/kernel/durations.ts';
import type { ProcessLink } from '../../platform/kernel/process-link.ts';
import type { Claimant } from './fair-queue.ts';
import { type HashWorkers, hashWorkers, LONGEST_WAIT, overfull } from './hash-workers.ts';

// Part of `PROTOCOL`: a parent of an earlier build answers to these names.
const ENTER = 'hash-line.enter';
const GIVE_UP = 'hash-line.give-up';
const LEAVE = 'hash-line.leave';
const HAS_ROOM = 'hash-line.has-room';
const TAKE_WORKER = 'hash-line.take-lane';
const FREE_WORKER = 'hash-line.leave-lane';
const CLOSE = 'hash-line.close';

/** Timeout for immediate decisions. The parent does little else and decides within a millisecond, unless something is wrong. */
const DECIDED_WITHIN = seconds(1);
/** The queue itself ends a wait sooner. */
const TURN_WITHIN = LONGEST_WAIT + DECIDED_WITHIN;
/** Few wait for a worker, since each of them already has a slot in the queue. */
const WORKER_WITHIN = seconds(60);

type Somebody = Pick<Claimant, 'account' | 'address'>;

/**
 * Keeps, in the parent, the workers that all its processes share. Call the result for each process; it returns a function that
 * gives back everything the process holds, to be called when the process is gone.
 */
export function hashWorkersForProcesses(count: number): (link: ProcessLink) => () => void {
  const workers = hashWorkers({ workers: count });
  return (link) => {
    const waiting = new Map<number, AbortController>();
    const inside: Somebody[] = [];
    let held = 0;
    let isClosed = false;
    let isGone = false;

    const leave = ({ account, address }: Somebody) => {
      const index = inside.findIndex((one) => one.account === account && one.address === address);
      if (index >= 0) workers.leave(...(inside.splice(index, 1) as [Somebody]));
    };
    const freeWorker = (spent: number | undefined) => {
      if (held === 0) return; // already given back
      held--;
      workers.freeWorker(spent);
    };
    const close = () => {
      isClosed = true;
      for (const one of waiting.values()) one.abort();
    };
    link.on<Somebody & { ticket: number }>(ENTER, async ({ ticket, account, address }) => {
      const controller = new AbortController();
      if (isClosed) controller.abort();
      waiting.set(ticket, controller);
      try {
        const somebody = { account, address };
        await workers.enter({ ...somebody, left: controller.signal });
        inside.push(somebody);
        if (isGone) leave(somebody);
        return true;
      } catch {
        return false;
      } finally {
        waiting.delete(ticket);
      }
    });
    link.on<number>(GIVE_UP, (ticket) => waiting.get(ticket)?.abort());
    link.on<Somebody>(LEAVE, leave);
    link.on<string>(HAS_ROOM, (address) => !isClosed && workers.hasRoom(address));
    link.on(TAKE_WORKER, async () => {
      await workers.takeWorker();
      held++;
      if (isGone) freeWorker(undefined);
    });
    link.on<number>(FREE_WORKER, freeWorker);
    link.on(CLOSE, close);
    return () => {
      isGone = true;
      close();
      for (const somebody of [...inside]) leave(somebody);
      while (held > 0) freeWorker(undefined);
    };
  };
}

/** The workers that a process shares with its siblings. */
export function sharedHashWorkers(link: ProcessLink): HashWorkers {
  let lastTicket = 0;
  const enter = async ({ account, address, left }: Claimant) => {
    const ticket = ++lastTicket;
    const giveUp = () => link.tell(GIVE_UP, ticket);
    if (left?.aborted) throw overfull();
    left?.addEventListener('abort', giveUp);
    const unanswered = (cause: unknown) => {
      giveUp();
      link.tell(LEAVE, { account, address }); // the late answer may have granted a slot
      throw overfull(cause);
    };
    try {
      const asked = link.ask<boolean>(ENTER, { ticket, account, address }, TURN_WITHIN).catch(unanswered);
      if (!(await asked)) throw overfull();
    } finally {
      left?.removeEventListener('abort', giveUp);
    }
  };
  const busy = (cause: unknown): never => {
    throw overfull(cause);
  };
  return {
    enter,
    leave: ({ account, address }) => link.tell(LEAVE, { account, address }),
    hasRoom: (address) => link.ask<boolean>(HAS_ROOM, address, DECIDED_WITHIN).catch(busy),
    takeWorker: () => link.ask<void>(TAKE_WORKER, null, WORKER_WITHIN).catch(busy),
    freeWorker: (spent) => link.tell(FREE_WORKER, spent),
    close: () => link.tell(CLOSE),
  };
}
