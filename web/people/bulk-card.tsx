import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { type Say, type TextKey, useTexts } from '../i18n/texts.ts';
import { ActProgress, ActReport, ActUndo } from './act-parts.tsx';
import { isUnderWay, useBulkJob } from './bulk-queries.ts';

/** A bulk act: its progress, then its outcome. */
export function BulkCard({ id, onDismiss }: { id: number; onDismiss: () => void }) {
  const followed = useBulkJob(id);
  if (followed.isError && followed.data === undefined) return <ProblemNotice error={followed.error} />;
  if (followed.data === undefined) return <Skeleton height={140} radius="md" />;
  return isUnderWay(followed.data) ? (
    <Running job={followed.data} />
  ) : (
    <Ended job={followed.data} onDismiss={onDismiss} />
  );
}

function Running({ job }: { job: BulkJob }) {
  const { say } = useTexts();
  const undoing = job.undo_requested_at !== null;
  const [done, total] = undoing ? [job.undone + job.kept, job.done] : [job.done + job.refused + job.gone, job.total];
  const { people_per_second: rate, seconds_left: secondsLeft } = job;
  return (
    <ActProgress
      name={say(undoing ? 'bulk.running.undo' : `bulk.running.${job.action}`)}
      done={done}
      total={total}
      pace={rate === null || secondsLeft === null ? undefined : { rate, secondsLeft }}
      words={{
        done: (counts) => say('bulk.progress', counts),
        rate: (count) => say('bulk.rate', count),
        left: (time) => say('bulk.left', time),
      }}
      hint={say('bulk.mayLeave')}
    />
  );
}

function Ended({ job, onDismiss }: { job: BulkJob; onDismiss: () => void }) {
  const { say } = useTexts();
  return (
    <section className="card bulk-card" aria-label={say(`bulk.did.${job.action}` as TextKey, { count: job.done })}>
      <div className="bulk-card-words" role="status">
        {sentences(job, say).map((sentence, place) => (
          <p key={sentence} className={place === 0 ? 'bulk-card-main' : 'hint'}>
            {sentence}
          </p>
        ))}
      </div>
      {job.failure !== null && <Notice kind="problem">{say(`bulk.failure.${job.failure}`)}</Notice>}
      {job.refused > 0 && job.undo_requested_at === null && <Skipped job={job} />}
      <div className="bulk-card-acts">
        <Report job={job} />
        {job.actions.includes('undo') && <Undo job={job} />}
        <Button variant="subtle" onClick={onDismiss}>
          {say('app.close')}
        </Button>
      </div>
    </section>
  );
}

function sentences({ action, done, refused, undone, kept, undo_requested_at }: BulkJob, say: Say): string[] {
  if (undo_requested_at !== null)
    return [say('bulk.undone', { count: undone }), ...(kept > 0 ? [say('bulk.kept', { count: kept })] : [])];
  const main = say(`bulk.did.${action}` as TextKey, { count: done });
  return [main, ...(refused > 0 ? [say('bulk.refused', { count: refused })] : [])];
}

const SHOWN = 5;

/** The first few who were skipped, and why; the report has all. */
function Skipped({ job }: { job: BulkJob }) {
  const { say } = useTexts();
  const rows = useQuery({
    queryKey: ['bulk-rows', job.id],
    queryFn: () => service.call('GET /api/admin/bulk-acts/{id}/rows', job.id, { outcome: 'refused', limit: SHOWN }),
  });
  const items = rows.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <ul className="bulk-skipped" aria-label={say('bulk.skipped.title')}>
      {items.map(({ user_id, full_name, email, code }) => (
        <li key={user_id}>
          <strong dir="auto">{full_name || email || `#${user_id}`}</strong> <span>{whySkipped(code, say)}</span>
        </li>
      ))}
      {job.refused > items.length && <li>{say('bulk.skipped.more', { count: job.refused - items.length })}</li>}
    </ul>
  );
}

function whySkipped(code: string | null, say: Say): string {
  const key = `bulk.why.${code}`;
  const said = say(key as TextKey); // a code without words of its own comes back unchanged
  return said === key ? say('bulk.why.other') : said;
}

function Report({ job }: { job: BulkJob }) {
  const { say, language } = useTexts();
  return (
    <ActReport
      label={say('bulk.report')}
      fileName={say('bulk.report.file', { id: job.id })}
      fetchFile={(format) => service.file('GET /api/admin/bulk-acts/{id}/report', job.id, { format, language })}
    />
  );
}

function Undo({ job }: { job: BulkJob }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  return (
    <ActUndo
      label={say('bulk.undo')}
      title={say('bulk.undo.title')}
      previewKey={['bulk-undo', job.id]}
      loadPreview={() => service.call('GET /api/admin/bulk-acts/{id}/undo', job.id)}
      reaches={({ undoable }) => undoable}
      confirm={({ undoable }) => say('bulk.undo.confirm', { count: undoable })}
      undo={() => service.call('POST /api/admin/bulk-acts/{id}/undo', job.id)}
      onUndone={(undone) => queries.setQueryData(['bulk', job.id], undone)}
    >
      {({ undoable, kept }) =>
        undoable === 0 ? (
          say('bulk.undo.nothing')
        ) : (
          <>
            <p>{say(job.action === 'invite' ? 'bulk.undo.mails' : `bulk.undo.${job.action}`)}</p>
            {kept > 0 && <p>{say('bulk.undo.keeps', { count: kept })}</p>}
          </>
        )
      }
    </ActUndo>
  );
}
