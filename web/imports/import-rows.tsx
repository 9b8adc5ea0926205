import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQueries } from '@tanstack/react-query';
import type { Import, ImportCells, ImportRow, List } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { columnWords, cureWords, NAMELESS, reasonWords } from './import-words.ts';
import { hasFile } from './use-check-again.ts';

const AT_ONCE = 50;

/** The outcome of each row, problems first, with its line and remedy. */
export function ImportRows({ of, outcome }: { of: Import; outcome: string | undefined }) {
  const { say } = useTexts();
  const list = useList(['import-rows', of.id, outcome, of.status], (cursor) =>
    service.imports.rows(of.id, {
      limit: AT_ONCE,
      ...(outcome === undefined ? {} : { outcome: outcome as ImportRow['outcome'] }), // others are refused
      ...(cursor === undefined ? {} : { cursor }),
    }),
  );
  const cells = useCells(of, list.pages);
  if (list.query.isError) return <ProblemNotice error={list.query.error} />;
  if (list.query.isPending) return <Skeleton height={240} radius="md" />;
  if (list.items.length === 0) return <p className="hint">{say('imports.rows.none')}</p>;
  return (
    <section aria-label={say('imports.rows')}>
      <ol className="import-rows">
        {list.items.map((row) => (
          <li key={row.line} data-outcome={row.outcome}>
            <Row row={row} of={of} cells={cells.get(row.line)} hasCells={cells.has(row.line)} />
          </li>
        ))}
      </ol>
      <ListFoot list={list} last />
    </section>
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
        queryFn: () => service.imports.cells(of.id, lines),
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
}

function Row({ row, of, cells, hasCells }: RowProps) {
  const { say } = useTexts();
  const column = NAMELESS.includes(row.reason ?? '') ? `${columnWords(row, say)}: ` : '';
  return (
    <>
      <span className="row-line">{say('imports.row.line', { line: row.line })}</span>
      <span className="pill row-outcome" data-outcome={row.outcome}>
        {outcomeWord(row, of, say)}
      </span>
      <div className="row-words">
        {row.reason !== null && (
          <p className="row-problem">
            <strong>
              {column}
              {reasonWords(row, say)}
            </strong>{' '}
            {cureWords(row, of, say)}
          </p>
        )}
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
        {hasCells && (
          <p className="row-cells" dir="auto">
            {cells === undefined && NO_BREAK_SPACE}
            {indexed(cells?.cells ?? []).map(({ text, index }) => (
              <RowCell key={index} text={text} faulty={index === cells?.faulty_index} />
            ))}
          </p>
        )}
      </div>
    </>
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
