/** A model of one process, its store and its callers. Times in milliseconds. */
export interface Simulated {
  readonly callers: number;
  /** Time on the serving thread per call. */
  readonly node: number;
  /** Time in the store, including the round trip; 0 if it works on the same thread. */
  readonly store: number;
  readonly connections: number;
}

/**
 * Simulates callers that call again as soon as they get a response, and returns responses per second. A call takes half its time
 * on the thread, then a connection, then the other half. Durations are exponentially distributed, with a fixed seed.
 */
export function simulateRate({ callers, node, store, connections }: Simulated, answers = 20_000): number {
  const draw = seeded();
  const lasts = (mean: number) => -Math.log(1 - draw()) * mean;
  const thread = server(1);
  const pool = server(connections);
  const events: { at: number; run: (at: number) => void }[] = [];
  const later = (at: number, run: (at: number) => void) => {
    let index = events.length;
    while (index > 0 && (events[index - 1]?.at ?? 0) < at) index--;
    events.splice(index, 0, { at, run }); // the next one is last
  };
  let answered = 0;
  let ended = 0;
  const begin = (at: number): void =>
    later(thread(at, lasts(node / 2)), (half) =>
      later(store === 0 ? half : pool(half, lasts(store)), (read) =>
        later(thread(read, lasts(node / 2)), (end) => {
          answered++;
          ended = end;
          begin(end);
        }),
      ),
    );
  for (let caller = 0; caller < callers; caller++) begin(0);
  while (answered < answers) {
    const next = events.pop();
    next?.run(next.at);
  }
  return (answered * 1000) / ended;
}

/** A queue with several servers, first come, first served. Returns when a caller who arrives now is done. */
function server(count: number): (at: number, takes: number) => number {
  const free: number[] = Array.from({ length: count }, () => 0);
  return (at, takes) => {
    const index = free.indexOf(Math.min(...free));
    const done = Math.max(at, free[index] ?? 0) + takes;
    free[index] = done;
    return done;
  };
}

/** A seeded generator (Mulberry32), so that runs are reproducible. */
function seeded(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
