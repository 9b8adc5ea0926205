import { seconds } from '../kernel/durations.ts';
import type { ProcessLink } from '../kernel/process-link.ts';
import type { Claimant } from './fair-line.ts';
import { type HashLine, hashLine, LONGEST_WAIT, overfull } from './hash-line.ts';

const ENTER = 'hash-line.enter';
const GIVE_UP = 'hash-line.give-up';
const LEAVE = 'hash-line.leave';
const HAS_ROOM = 'hash-line.has-room';
const TAKE_LANE = 'hash-line.take-lane';
const LEAVE_LANE = 'hash-line.leave-lane';
const CLOSE = 'hash-line.close';

/** Timeout for immediate decisions. The parent does little else and decides within a millisecond, unless something is wrong. */
const DECIDED_WITHIN = seconds(1);
/** The line itself ends a wait sooner. */
const TURN_WITHIN = LONGEST_WAIT + DECIDED_WITHIN;
/** Few wait for a worker, since each of them already has a place in the line. */
const LANE_WITHIN = seconds(60);

type Somebody = Pick<Claimant, 'account' | 'address'>;

/**
 * Keeps, in the parent, the line that all its processes share. Call the result for each process; it returns a function that
 * gives back everything the process holds, to be called when the process is gone.
 */
export function hashLineForProcesses(lanes: number): (link: ProcessLink) => () => void {
  const line = hashLine({ lanes });
  return (link) => {
    const waiting = new Map<number, AbortController>();
    const inside: Somebody[] = [];
    let held = 0;
    let isClosed = false;
    let isGone = false;

    const leave = ({ account, address }: Somebody) => {
      const place = inside.findIndex((one) => one.account === account && one.address === address);
      if (place >= 0) line.leave(...(inside.splice(place, 1) as [Somebody]));
    };
    const leaveLane = (spent: number | undefined) => {
      if (held === 0) return; // already given back
      held--;
      line.leaveLane(spent);
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
        await line.enter({ ...somebody, left: controller.signal });
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
    link.on<string>(HAS_ROOM, (address) => !isClosed && line.hasRoom(address));
    link.on(TAKE_LANE, async () => {
      await line.takeLane();
      held++;
      if (isGone) leaveLane(undefined);
    });
    link.on<number>(LEAVE_LANE, leaveLane);
    link.on(CLOSE, close);
    return () => {
      isGone = true;
      close();
      for (const somebody of [...inside]) leave(somebody);
      while (held > 0) leaveLane(undefined);
    };
  };
}

/** The line of a process that shares it with its siblings. */
export function sharedHashLine(link: ProcessLink): HashLine {
  let lastTicket = 0;
  const enter = async ({ account, address, left }: Claimant) => {
    const ticket = ++lastTicket;
    const giveUp = () => link.tell(GIVE_UP, ticket);
    if (left?.aborted) throw overfull();
    left?.addEventListener('abort', giveUp);
    const unanswered = (cause: unknown) => {
      giveUp();
      link.tell(LEAVE, { account, address }); // the late answer may have granted a place
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
    takeLane: () => link.ask<void>(TAKE_LANE, null, LANE_WITHIN).catch(busy),
    leaveLane: (spent) => link.tell(LEAVE_LANE, spent),
    close: () => link.tell(CLOSE),
  };
}
