import { useCallback, useMemo, useState } from 'react';
import type { AuditItem } from '../../client/wire-types.ts';
import { runsOf } from '../audit-sentences/audit-runs.ts';

/** What stands behind a line: how many like it, and whether they are listed below. */
export interface Behind {
  readonly others: number;
  readonly isOpen: boolean;
}

/** The lines of the log: what one person did at once is one of them, which opens. */
export function useRuns(records: readonly AuditItem[], folds: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const runs = useMemo(
    () => (folds ? runsOf(records) : records.map((record) => ({ record, others: [] }))),
    [records, folds],
  );
  const lines = useMemo(
    () => runs.flatMap(({ record, others }) => (opened.has(record.id) ? [record, ...others] : [record])),
    [runs, opened],
  );
  const behind = useMemo(
    () =>
      new Map<number, Behind>(
        runs
          .filter(({ others }) => others.length > 0)
          .map(({ record, others }) => [record.id, { others: others.length, isOpen: opened.has(record.id) }]),
      ),
    [runs, opened],
  );
  const toggle = useCallback((id: number) => {
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  }, []);
  return { lines, behind, toggle };
}
