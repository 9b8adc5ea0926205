import { Button, Skeleton } from '@mantine/core';
import '../styles/progress.css';
import { useQuery } from '@tanstack/react-query';
import type { BulkJob } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { ProgressCard } from '../components/connection/progress-card.tsx';
import { asClock } from '../components/frame/countdown.ts';
import { DownloadMenu } from '../components/table/download-menu.tsx';
import { type Say, type TextKey, useTexts } from '../i18n/texts.ts';
import { isUnderWay, useBulkJob } from './bulk-queries.ts';
import { BulkUndo } from './bulk-undo.tsx';

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
  const { say, language } = useTexts();
  const undoing = job.undo_requested_at !== null;
  const [done, total] = undoing ? [job.undone + job.kept, job.done] : [job.done + job.refused + job.gone, job.total];
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const { people_per_second: rate, seconds_left: left } = job;
  const words = [
    say('bulk.progress', { done: number(done), total: number(total) }),
    rate === null || rate < 1 ? undefined : say('bulk.rate', { count: Math.round(rate) }),
    left === null ? undefined : say('bulk.left', { clock: asClock(left) }),
  ];
  const name = say(undoing ? 'bulk.running.undo' : `bulk.running.${job.action}`);
  return (
    <ProgressCard name={name} done={done} total={total} words={words}>
      <p className="hint">{say('bulk.mayLeave')}</p>
    </ProgressCard>
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
        {job.actions.includes('undo') && <BulkUndo job={job} />}
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
    queryFn: () => service.bulkActs.rows(job.id, { outcome: 'refused', limit: SHOWN }),
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
    <DownloadMenu
      label={say('bulk.report')}
      fileName={say('bulk.report.file', { id: job.id })}
      formats={[
        { format: 'xlsx', label: say('download.xlsx') },
        { format: 'csv', label: say('download.csv') },
      ]}
      fetchFile={(format: 'csv' | 'xlsx') => service.bulkActs.report(job.id, { format, language })}
    />
  );
}
