import type { CallName, Point } from './measure-point.ts';
import { GROUP_NAMES, type Group } from './unit-costs.ts';

/** How people use it. Figures of a federation: some come daily, most a few times a year. */
const USE = {
  /** Visits of a person a day: two a month. */
  visits: 2 / 30,
  /** Calls of a visit. */
  calls: { 'GET me': 12, refresh: 2, list: 0.5 } as Readonly<Record<CallName, number>>,
  /** Visits that begin with a password; the others go on with a sign-in of theirs. */
  passwords: 0.3,
  /** Share of a day's visits that falls into its busiest hour, and how much its worst minute is above that. */
  busiestHour: 0.15,
  worstMinute: 3,
  /** Live or lately ended sign-ins of a person, and audit records of a year. */
  signIns: 2,
  records: 40,
  years: 2,
} as const;

/** A bcrypt of cost 12, on a core of its own. */
const HASH_MS = 250;
/** Of a core that somebody waits for. */
const BUSY = 0.5;
const CORES = 4;

export interface Plan {
  readonly people: number;
  /** Calls a second in the worst minute, and passwords among them. */
  readonly calls: number;
  readonly passwords: number;
  /** Cores that answer, that hash, and of PostgreSQL. */
  readonly answering: number;
  readonly hashing: number;
  readonly store: number;
  /** Of four cores each; never fewer than what survives the loss of one, above ten thousand people. */
  readonly nodes: number;
  readonly connections: number;
  readonly gigabytes: Readonly<Record<Group, number>>;
}

/** What so many people need, by the unit costs of a measured point. */
export function planCapacity(people: number, { bytes, calls, people: measured }: Point): Plan {
  const visits = (people * USE.visits * USE.busiestHour * USE.worstMinute) / 3600;
  const names = Object.keys(USE.calls) as CallName[];
  const cores = (of: (name: CallName) => number) =>
    names.reduce((sum, name) => sum + (visits * USE.calls[name] * of(name)) / 1000, 0) / BUSY;
  const passwords = visits * USE.passwords;
  const answering = cores((name) => calls[name].node);
  const hashing = (passwords * HASH_MS) / 1000 / BUSY;
  const fewest = people > 10_000 ? 2 : 1;
  const nodes = Math.max(fewest, Math.ceil((answering + hashing) / CORES) + (fewest - 1));
  const counts: Record<Group, number> = {
    person: people,
    'sign-in': people * USE.signIns,
    'audit record': people * USE.records * USE.years,
  };
  const gigabytes = GROUP_NAMES.map((group) => [group, ((bytes[group] / measured) * counts[group]) / 1e9]);
  return {
    people,
    calls: names.reduce((sum, name) => sum + visits * USE.calls[name], 0),
    passwords,
    answering,
    hashing,
    store: cores((name) => calls[name].store),
    nodes,
    connections: nodes * Math.max(10, CORES * 4),
    gigabytes: Object.fromEntries(gigabytes) as Record<Group, number>,
  };
}
