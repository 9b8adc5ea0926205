import { Checkbox, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CorrectedRow, Import, ImportCells, ImportRow, List } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { columnWords, cureWords, NAMELESS, reasonWords } from './import-words.ts';
import { RowCorrection } from './row-correction.tsx';
import { hasFile, mayCheckAgain } from './use-check-again.ts';

const AT_ONCE = 50;

/** The outcome of each row, problems first, with its line and remedy. */
export function ImportRows({ of, outcome }: { of: Import; outcome: string | undefined }) {
  const { say } = useTexts();
  const list = useList(['import-rows', of.id, outcome, of.status], (cursor) =>
    service.call('GET /api/admin/imports/{id}/rows', of.id, {
      limit: AT_ONCE,
      ...(outcome === undefined ? {} : { outcome: outcome as ImportRow['outcome'] }), // others are refused
      cursor,
    }),
  );
  const cells = useCells(of, list.pages);
  const [every, setEvery] = useState(false);
  const mayCorrect = mayCheckAgain(of) && list.items.some((row) => row.outcome === 'failed');
  if (list.query.isError) return <ProblemNotice error={list.query.error} />;
  if (list.query.isPending) return <RowsSkeleton />;
  if (list.items.length === 0) return <p className="hint">{say('imports.rows.none')}</p>;
  return (
    <section aria-label={say('imports.rows')}>
      {mayCorrect && (
        <div className="import-correct">
          <p className="hint">{say('imports.correct.text')}</p>
          <Checkbox label={say('imports.correct.every')} checked={every} onChange={() => setEvery(!every)} />
        </div>
      )}
      <ol className="import-rows">
        {list.items.map((row) => (
          <Row
            key={row.line}
            row={row}
            of={of}
            cells={cells.get(row.line)}
            hasCells={cells.has(row.line)}
            every={every}
          />
        ))}
      </ol>
      <ListFoot list={list} last />
    </section>
  );
}

/** As tall as the rows that come. */
export function RowsSkeleton() {
  const { say } = useTexts();
  return (
    <div className="import-rows-skeleton" role="status" aria-label={say('app.loading')}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </div>
  );
}

type Cells = ImportCells['rows'][number];

/** What the shown rows say, as long as the file is there; undefined while it is being read. */
function useCells(of: Import, pages: readonly List<ImportRow>[]): ReadonlyMap<number, Cells | undefined> {
  const found = useQueries({
    queries: pages.map(({ items }) => {
      const lines = items.map(({ line }) => line);
      return {
        queryKey: ['import-cells', of.id, of.status, lines],
        queryFn: () => service.call('GET /api/admin/imports/{id}/cells', of.id, { lines: lines.join(',') }),
        enabled: hasFile(of) && lines.length > 0,
        retry: false,
      };
    }),
  });
  const awaited = pages.flatMap(({ items }, page) => (found[page]?.isLoading ? items : []));
  const read = found.flatMap(({ data }) => data?.rows ?? []);
  return new Map<number, Cells | undefined>([
    ...awaited.map(({ line }) => [line, undefined] as const),
    ...read.map((row) => [row.line, row] as const),
  ]);
}

interface RowProps {
  readonly row: ImportRow;
  readonly of: Import;
  readonly cells: Cells | undefined;
  /** Keeps its height while they are being read, so that the rows below do not move. */
  readonly hasCells: boolean;
  /** Whether every cell of a faulty row can be corrected. */
  readonly every: boolean;
}

function Row({ row: listed, of, cells, hasCells, every }: RowProps) {
  const { say } = useTexts();
  const problem = useId();
  const [corrected, setCorrected] = useState<CorrectedRow>();
  const row = corrected?.row ?? listed;
  const faulty = corrected === undefined ? (cells?.faulty_index ?? null) : corrected.faulty_index;
  const isRight = corrected !== undefined && row.outcome !== 'failed';
  // A row that is right now stays where it is, so that nobody loses their place.
  const mayCorrect = listed.outcome === 'failed' && mayCheckAgain(of) && cells !== undefined;
  const column = NAMELESS.includes(row.reason ?? '') ? `${columnWords(row, say)}: ` : '';
  return (
    <li data-outcome={row.outcome}>
      <span className="row-line">{say('imports.row.line', { line: row.line })}</span>
      <span className="pill row-outcome" data-outcome={row.outcome}>
        {outcomeWord(row, of, say)}
      </span>
      <div className="row-words">
        <div id={problem} role={mayCorrect ? 'status' : undefined}>
          {isRight && <p className="row-right">{say('imports.correct.right')}</p>}
          {row.reason !== null && (
            <p className="row-problem">
              <strong>
                {column}
                {reasonWords(row, say)}
              </strong>{' '}
              {cureWords(row, of, say)}
            </p>
          )}
        </div>
        {row.changes !== undefined && (
          <ul className="row-changes">
            {row.changes.map(({ field, before, after }) => (
              <li key={field}>
                <span className="hint-line">{columnWords({ column: field }, say)}</span>{' '}
                <del dir="auto">{before || say('imports.renew.empty')}</del>{' '}
                <ins dir="auto">{after || say('imports.renew.empty')}</ins>
              </li>
            ))}
          </ul>
        )}
        {mayCorrect && (
          <RowCorrection
            of={of}
            cells={cells}
            faulty={isRight ? -1 : faulty}
            describedBy={problem}
            every={every}
            onCorrected={setCorrected}
          />
        )}
        {hasCells && !mayCorrect && (
          <p className="row-cells" dir="auto">
            {cells === undefined && NO_BREAK_SPACE}
            {indexed(cells?.cells ?? []).map(({ text, index }) => (
              <RowCell key={index} text={text} faulty={index === cells?.faulty_index} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

const NO_BREAK_SPACE = '\u{A0}';

/** What an undo left is not news: it was kept, because somebody uses it. */
function outcomeWord({ outcome, changes }: ImportRow, of: Import, say: Say): string {
  if (outcome === 'undone' && changes !== undefined) return say('imports.outcome.did.restored');
  if ((outcome === 'created' || outcome === 'updated') && of.status === 'undone') return say('imports.outcome.kept');
  return say(`imports.outcome.${of.dry_run ? 'will' : 'did'}.${outcome as 'created'}`);
}

const indexed = (cells: readonly string[]) => cells.map((text, index) => ({ text, index }));

/** Empty cells say nothing, unless one of them is what is wrong. */
const RowCell = ({ text, faulty }: { text: string; faulty: boolean }) =>
  faulty ? <mark>{text || '–'}</mark> : text && <span>{text}</span>;
