/** So many are short together. */
const FEW = 4;
const LONG_MS = 8;

/**
 * Lets pieces of work of a turn of the event loop begin until a few have begun or some milliseconds are spent, and the others one per
 * turn: in between, callers are read and answered. Returns `undefined` when there is no need to wait.
 */
export function pacer(): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let since = 0;
  const begin = () => {
    if (begun++ > 0) return;
    since = performance.now();
    setImmediate(nextTurn);
  };
  const nextTurn = () => {
    begun = 0;
    const next = waiting.shift();
    if (next === undefined) return;
    begin();
    next();
  };
  const isSpent = () => begun >= FEW || (begun > 0 && performance.now() - since > LONG_MS);
  return () => {
    if (waiting.length > 0 || isSpent()) return new Promise<void>((admit) => waiting.push(admit));
    begin();
    return undefined;
  };
}

/** Of all work of this thread: awaited before each piece of what is long, it leaves the event loop to others in between. */
export const pace = pacer();
