import { useEffect, useState } from 'react';

/** Whole seconds left until `until` (milliseconds since 1970); 0 when it has passed or there is nothing to wait for. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    if (until <= Date.now()) return;
    const ticking = setInterval(() => {
      const now = secondsUntil(until);
      setLeft(now);
      if (now === 0) clearInterval(ticking);
    }, 250);
    return () => clearInterval(ticking);
  }, [until]);
  return left;
}

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** `4:07`. */
export const asClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
