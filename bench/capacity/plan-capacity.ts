import type { CallName, Point } from './measure-point.ts';
import { GROUP_NAMES, type Group } from './unit-costs.ts';

/** Assumptions about use, from a federation: some people come daily, most a few times a year. */
const USE = {
  /** Visits per person and day: two a month. */
  visits: 2 / 30,
  /** Calls per visit. */
  calls: { 'GET me': 12, refresh: 2, list: 0.5 } as Readonly<Record<CallName, number>>,
  /** Share of visits that begin with a password; the others continue an existing sign-in. */
  passwords: 0.3,
  /** Share of a day's visits in its busiest hour, and the factor of its busiest minute. */
  busiestHour: 0.15,
  worstMinute: 3,
  /** Stored sign-ins per person, and audit records per person and year. */
  signIns: 2,
  records: 40,
  years: 2,
} as const;

/** Time of a bcrypt hash of cost 12 on a dedicated core. */
const HASH_MS = 250;
/** Highest planned utilisation of a core. */
const BUSY = 0.5;
const CORES = 4;

export interface Plan {
  readonly people: number;
  /** Calls and passwords per second in the busiest minute. */
  readonly calls: number;
  readonly passwords: number;
  /** Cores for serving, for hashing and for PostgreSQL. */
  readonly answering: number;
  readonly hashing: number;
  readonly store: number;
  /** Nodes of four cores each. Above ten thousand people, enough to survive the loss of one. */
  readonly nodes: number;
  readonly connections: number;
  readonly gigabytes: Readonly<Record<Group, number>>;
}

/** The capacity that a number of people needs, by the unit costs of a measured point. */
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
