/** Memoises a function without arguments. */
export function memoise<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Lets concurrent callers share one run of `work`, with what the first of them passed. */
export function singleFlight<Passed extends readonly unknown[], Result>(
  work: (...passed: Passed) => Promise<Result>,
): (...passed: Passed) => Promise<Result> {
  let running: Promise<Result> | undefined;
  return (...passed) => {
    running ??= work(...passed).finally(() => {
      running = undefined;
    });
    return running;
  };
}
