/** Together a millisecond or two: too cheap to hold up a crowd. */
const AT_ONCE = 16;

/**
 * Lets a crowd through a few at a time: a thousand concurrent sign-ins would otherwise be processed in one go, with
 * everybody else waiting. Resolves at once without a crowd.
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
