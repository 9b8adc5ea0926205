/** Dear enough together to be felt, cheap enough not to hold up a crowd: a millisecond or two. */
const AT_ONCE = 16;

/**
 * Lets a crowd through a few at a time: a thousand sign-ins that arrive together would else be worked off in one go, and
 * whoever asks for something else meanwhile would wait for all of them. Resolves at once for those who come alone.
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
