import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQuery } from '@tanstack/react-query';
import { isOver } from '../../client/follow-import.ts';
import type { Import, ImportRow } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ListFoot } from '../components/list-foot.tsx';
import { ProblemNotice } from '../components/notice.tsx';
import { useList } from '../components/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { columnWords, cureWords, reasonWords } from './import-words.ts';
import { linesOfFile } from './kept-files.ts';

const AT_ONCE = 50;
/** Reasons that can apply to any column, so the column must be named. */
const NAMELESS: readonly string[] = ['too_long', 'text_unsafe'];

/** The outcome of each row, problems first, with its line and remedy. */
export function ImportRows({ of, outcome }: { of: Import; outcome: string | undefined }) {
  const { say } = useTexts();
  const list = useList(['import-rows', of.id, outcome, isOver(of)], (cursor) =>
    service.imports.rows(of.id, {
      limit: AT_ONCE,
      ...(outcome === undefined ? {} : { outcome }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
  );
  const lines = useQuery({
    queryKey: ['file-lines', of.id],
    queryFn: async () => (await linesOfFile(of.id, of.encoding)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (list.query.isError) return <ProblemNotice error={list.query.error} />;
  if (list.query.isPending) return <Skeleton height={240} radius="md" />;
  if (list.items.length === 0) return <p className="hint">{say('imports.rows.none')}</p>;
  return (
    <section aria-label={say('imports.rows')}>
      <ol className="import-rows">
        {list.items.map((row) => (
          <li key={row.line} data-outcome={row.outcome}>
            <Row row={row} text={lines.data?.[row.line - 1]} dryRun={of.dry_run} />
          </li>
        ))}
      </ol>
      <ListFoot list={list} />
    </section>
  );
}

function Row({ row, text, dryRun }: { row: ImportRow; text: string | undefined; dryRun: boolean }) {
  const { say } = useTexts();
  const column = NAMELESS.includes(row.reason ?? '') ? `${columnWords(row, say)}: ` : '';
  return (
    <>
      <span className="row-line">{say('imports.row.line', { line: row.line })}</span>
      <span className="pill row-outcome" data-outcome={row.outcome}>
        {say(`imports.outcome.${dryRun ? 'will' : 'did'}.${row.outcome as 'created'}`)}
      </span>
      <div className="row-words">
        {row.reason !== null && (
          <p className="row-problem">
            <strong>
              {column}
              {reasonWords(row, say)}
            </strong>{' '}
            {cureWords(row, say)}
          </p>
        )}
        {text !== undefined && (
          <code dir="auto" title={text}>
            {text}
          </code>
        )}
      </div>
    </>
  );
}
