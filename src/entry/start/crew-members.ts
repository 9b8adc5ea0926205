import type { Logger } from 'pino';
import { beginMember, type CrewMember, type Joining } from './crew-member.ts';
import { MESSAGE } from './crew-role.ts';

interface CrewMembersDeps {
  /** Whether one of them does background work. */
  readonly works: boolean;
  readonly joinings: readonly Joining[];
  readonly log: Logger;
}

/** All processes that have begun and not ended, those that are being replaced among them. */
export interface CrewMembers {
  begin(slot: number, isFirst?: boolean): CrewMember;
  serving(): number;
  /** Called at intervals: kills those whose heartbeats stay away. */
  killSilent(): void;
  /** Tells all of them to stop. Resolves to how each one ended. */
  stop(): Promise<string[]>;
  kill(): void;
  /** Whether `stop` or `kill` was called. */
  isStopping(): boolean;
}

const MOST_SILENCES = 6;

export function crewMembers({ works, joinings, log }: CrewMembersDeps): CrewMembers {
  const all = new Set<CrewMember>();
  let stopping = false;
  /** Assigns background work to one process; when that ends, to another. */
  const appointWorker = () => {
    if (!works || stopping || [...all].some((each) => each.works)) return;
    const [member] = [...all].filter(({ isServing }) => isServing).sort((one, other) => one.slot - other.slot);
    if (member === undefined) return;
    member.works = true;
    member.link.tell(MESSAGE.work);
  };
  return {
    begin: (slot, isFirst = false) => {
      const member = beginMember({ slot, isFirst }, joinings);
      all.add(member);
      log.info({ slot, pid: member.pid }, 'a process begins');
      void member.ready.then(appointWorker);
      void member.gone.then(() => {
        all.delete(member);
        appointWorker();
      });
      return member;
    },
    serving: () => [...all].filter(({ isServing }) => isServing).length,
    killSilent: () => {
      for (const member of all) {
        member.silences++;
        if (member.silences < MOST_SILENCES) continue;
        log.error({ slot: member.slot, pid: member.pid }, 'a process hangs and is ended');
        member.kill();
      }
    },
    stop: () => {
      stopping = true;
      for (const { link } of all) link.tell(MESSAGE.stop);
      return Promise.all([...all].map(({ gone }) => gone));
    },
    kill: () => {
      stopping = true;
      for (const member of all) member.kill();
    },
    isStopping: () => stopping,
  };
}
