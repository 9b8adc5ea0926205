import { useEffect, useState } from 'react';
import { NoAnswerError } from '../../../client/api-error.ts';
import { isOnline, whenOnlineTurns } from './online.ts';

const ASKED = '/api/site';
const ASKS_EVERY_MS = 4000;

/** Calls back once the service answers again, after a call that it did not answer. Returns how to stop watching. */
export function whenBack(error: unknown, tell: () => void): () => void {
  if (!(error instanceof NoAnswerError)) return () => {};
  let stopped = false;
  const ask = () => {
    if (!isOnline()) return;
    // Not from the browser's cache, which answers while the service does not.
    void fetch(ASKED, { cache: 'no-store' }).then(
      ({ status }) => !stopped && status < 500 && tell(),
      () => {}, // still away
    );
  };
  const asking = setInterval(ask, ASKS_EVERY_MS);
  const offOnline = whenOnlineTurns(ask);
  return () => {
    stopped = true;
    clearInterval(asking);
    offOnline();
  };
}

/** Whether the connection whose loss an error reports is back: then the error says nothing any more. */
export function useConnectionBack(error: unknown): boolean {
  const [back, setBack] = useState<unknown>();
  useEffect(() => whenBack(error, () => setBack(error)), [error]);
  return error !== null && error !== undefined && back === error;
}
