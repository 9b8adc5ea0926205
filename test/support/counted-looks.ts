/** How often this process looks at the clock, as the service does that watches its servers. */
const EVERY_MS = 250;

/**
 * How long something takes, counted in looks of a quarter of a second. On a loaded machine a process has fewer of them than time
 * passes, the service as the test: what either decides after so many looks comes after as many of the other.
 */
export async function countedLooks<Result>(work: () => Promise<Result>): Promise<{ result: Result; looks: number }> {
  let looks = 0;
  const timer = setInterval(() => looks++, EVERY_MS);
  try {
    const result = await work();
    return { result, looks };
  } finally {
    clearInterval(timer);
  }
}
