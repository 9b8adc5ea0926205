/** Makes callers who come while `work` is under way wait for that one run, instead of starting another. */
export function joined<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
