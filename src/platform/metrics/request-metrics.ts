import { counter, type Metric, type MetricSource, type Sample } from './metric.ts';

/** An answered request. `route` is the pattern, never the path; `undefined` when no route matched. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** The error code it was answered with. */
  readonly code: string | undefined;
}

export interface RequestMetrics {
  /** Called for every request: two lookups and three additions. */
  count(answered: AnsweredRequest): void;
  /** Responses of a route by outcome: `ok`, or the code of the refusal. */
  outcomesOf(method: string, route: string): ReadonlyMap<string, number>;
  readonly source: MetricSource;
}

/** Upper bounds in seconds. A read takes a few milliseconds, a password a quarter of a second. */
const BOUNDS = [0.005, 0.025, 0.1, 0.3, 1, 5];
const LABELS = [...BOUNDS.map(String), '+Inf'];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Tally {
  /** By the first digit of the status. */
  readonly classes: number[];
  /** Each answer is counted in exactly one bucket. */
  readonly buckets: number[];
  seconds: number;
  readonly refusals: Map<string, number>;
}

type Tallies = Map<string, Map<string, Tally>>;

export function requestMetrics(): RequestMetrics {
  const tallies: Tallies = new Map();
  return {
    count: ({ method, route = 'unknown', status, milliseconds, code }) => {
      const tally = tallies.get(route)?.get(method) ?? addTally(tallies, route, method);
      const seconds = milliseconds / 1000;
      const fits = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = fits === -1 ? BOUNDS.length : fits;
      increase(tally.buckets, bucket);
      increase(tally.classes, Math.floor(status / 100));
      tally.seconds += seconds;
      if (code !== undefined) tally.refusals.set(code, (tally.refusals.get(code) ?? 0) + 1);
    },
    outcomesOf: (method, route) => {
      const tally = tallies.get(route)?.get(method);
      return new Map([['ok', tally?.classes[2] ?? 0], ...(tally?.refusals ?? [])]);
    },
    source: async () => [requestsIn(tallies), durationsIn(tallies), refusalsIn(tallies)],
  };
}

function increase(counts: number[], index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** Unknown methods share one series, since callers choose them. */
function addTally(tallies: Tallies, route: string, sent: string): Tally {
  const method = METHODS.has(sent) ? sent : 'other';
  const ofRoute = tallies.get(route) ?? new Map<string, Tally>();
  tallies.set(route, ofRoute);
  const known = ofRoute.get(method);
  if (known !== undefined) return known;
  const tally = { classes: [0, 0, 0, 0, 0, 0], buckets: LABELS.map(() => 0), seconds: 0, refusals: new Map() };
  ofRoute.set(method, tally);
  return tally;
}

const seriesFrom = (tallies: Tallies, show: (labels: { method: string; route: string }, tally: Tally) => Sample[]) =>
  [...tallies].flatMap(([route, ofRoute]) => [...ofRoute].flatMap(([method, tally]) => show({ method, route }, tally)));

const requestsIn = (tallies: Tallies): Metric =>
  counter(
    'iskaznica_http_requests_total',
    'Answered requests by the pattern of their route.',
    seriesFrom(tallies, (labels, { classes }) =>
      classes.flatMap((value, digit) =>
        value > 0 ? [{ labels: { ...labels, status_class: `${digit}xx` }, value }] : [],
      ),
    ),
  );

const durationsIn = (tallies: Tallies): Metric => ({
  name: 'iskaznica_http_request_duration_seconds',
  help: 'From the request headers to the last byte of the response.',
  type: 'histogram',
  samples: seriesFrom(tallies, (labels, { buckets, seconds }) => {
    let below = 0;
    const cumulated = LABELS.map((le, index): Sample => {
      below += buckets[index] ?? 0;
      return { suffix: '_bucket', labels: { ...labels, le }, value: below };
    });
    return [...cumulated, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: below }];
  }),
});

function refusalsIn(tallies: Tallies): Metric {
  const byCode = new Map<string, number>();
  for (const ofRoute of tallies.values())
    for (const { refusals } of ofRoute.values())
      for (const [code, count] of refusals) byCode.set(code, (byCode.get(code) ?? 0) + count);
  const samples = [...byCode].map(([code, value]) => ({ labels: { code }, value }));
  return counter('iskaznica_refusals_total', 'Requests answered with an error, by its code (docs/errors.md).', samples);
}
