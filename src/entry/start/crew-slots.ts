import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Milliseconds, seconds } from '../../platform/kernel/durations.ts';
import type { CrewMember } from './crew-member.ts';
import type { CrewMembers } from './crew-members.ts';
import { MESSAGE } from './crew-role.ts';

/** The slots of a crew, one process in each. */
export interface CrewSlots {
  /** Restarts the process of a slot until it is replaced on purpose. */
  keep(slot: number, first: CrewMember): Promise<void>;
  /** Replaces the process of a slot. False when the new one cannot serve; the old one then stays. */
  renew(slot: number): Promise<boolean>;
  /** Processes that ended without being told to. */
  unexpected(): number;
}

/** A process that ends sooner counts as one that failed to start. */
const LIVED: Milliseconds = seconds(30);
const MOST_FAILURES = 5;
const FIRST_PAUSE: Milliseconds = 100;

/** `giveUp` is called when a process cannot be kept alive. */
export function crewSlots(members: CrewMembers, log: Logger, giveUp: (reason: string) => void): CrewSlots {
  const current = new Map<number, CrewMember>();
  let unexpected = 0;
  const keep = async (slot: number, first: CrewMember): Promise<void> => {
    let failures = 0;
    const isReplaced = (member: CrewMember) => members.isStopping() || current.get(slot) !== member;
    for (let member = first; ; member = members.begin(slot)) {
      current.set(slot, member);
      const how = await member.gone;
      if (isReplaced(member)) return;
      unexpected++;
      failures = performance.now() - member.begunAt < LIVED ? failures + 1 : 1;
      log.error({ slot, pid: member.pid, how }, 'a process ended and is begun anew');
      if (failures >= MOST_FAILURES)
        return giveUp(`process ${slot} ended ${failures} times in a row, the last time by ${how}`);
      await pause(FIRST_PAUSE * 2 ** (failures - 1));
      if (isReplaced(member)) return;
    }
  };
  return {
    keep,
    renew: async (slot) => {
      const next = members.begin(slot);
      if (!(await next.ready)) return false;
      const before = current.get(slot);
      void keep(slot, next);
      if (before === undefined) return true;
      before.isServing = false;
      before.link.tell(MESSAGE.retire);
      await before.gone;
      return true;
    },
    unexpected: () => unexpected,
  };
}
