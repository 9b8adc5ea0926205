import { useState } from 'react';
import { viewer } from '../auth/rights.ts';

/** The tenants below which an account shows nothing in this browser. */
export function useFolded() {
  const key = `iskaznica_tenants_folded_${viewer()?.id}`;
  const [folded, setFolded] = useState(() => read(localStorage.getItem(key)));
  const keep = (next: ReadonlySet<number>) => {
    localStorage.setItem(key, JSON.stringify([...next]));
    setFolded(next);
  };
  const fold = (id: number, open: boolean) => {
    const next = new Set(folded);
    if (open) next.delete(id);
    else next.add(id);
    keep(next);
  };
  return { folded, fold, keep };
}

/** From the browser's storage, which anybody may have changed. */
function read(text: string | null): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(kept) ? kept.map(Number) : []);
  } catch {
    return new Set();
  }
}
