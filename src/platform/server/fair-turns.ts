/** So many take a millisecond or two together. */
const AT_ONCE = 16;

/**
 * Lets a crowd through a few at a time: a thousand concurrent sign-ins would otherwise be processed in one go while everybody
 * else waits. Returns `undefined` when there is no need to wait.
 */
export function fairTurns(): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  let admitted = 0;
  const nextTurn = () => {
    const next = waiting.splice(0, AT_ONCE);
    admitted = next.length;
    if (admitted > 0) setImmediate(nextTurn);
    for (const admit of next) admit();
  };
  return () => {
    if (admitted >= AT_ONCE) return new Promise<void>((admit) => waiting.push(admit));
    if (admitted === 0) setImmediate(nextTurn);
    admitted++;
    return undefined;
  };
}
