import { useCallback, useEffect, useRef } from 'react';

const REST_MS = 40;

/** Passes a text on at once after a rest; of those that follow faster, the last. Typing is rarely as fast as that. */
export function useAtRest(pass: (text: string) => void): (text: string) => void {
  const latest = useRef(pass);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = pass;
  }, [pass]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((text) => {
    const isResting = timer.current === undefined;
    clearTimeout(timer.current);
    if (isResting) latest.current(text);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isResting) latest.current(text);
    }, REST_MS);
  }, []);
}
