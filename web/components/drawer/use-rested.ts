import { useEffect, useState } from 'react';

const REST_MS = 150;

/**
 * The entry at which somebody who walks through a list rests: opening one is recorded, and those that they pass are not opened. The first
 * one is, at once.
 */
export function useRested<Id>(id: Id): Id {
  const [rested, setRested] = useState(id);
  const isFirst = rested === undefined || id === undefined;
  useEffect(() => {
    if (rested === id) return;
    const timer = setTimeout(() => setRested(id), isFirst ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [rested, id, isFirst]);
  return isFirst ? id : rested;
}
