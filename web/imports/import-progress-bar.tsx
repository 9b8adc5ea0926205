import type { Import } from '../../client/wire-types.ts';
import { asClock } from '../components/countdown.ts';
import { useTexts } from '../i18n/texts.ts';
import { usePace } from './use-followed-import.ts';

/** Progress, speed and time left. */
export function ImportProgressBar({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const undoing = of.undo_requested_at !== null;
  const total = undoing ? of.created : of.total;
  const done = undoing ? of.undone + of.kept : of.created + of.skipped + of.failed;
  const pace = usePace(of, done, total);
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  const name = say(undoing ? 'imports.undoing' : of.dry_run ? 'imports.checking' : 'imports.running');
  return (
    <section className="card import-progress">
      <h2>{name}</h2>
      <div
        className="import-bar"
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="import-pace">
        <strong>{`${percent} %`}</strong>
        <span>{say('imports.done', { done: number(done), total: number(total), count: total })}</span>
        {pace && (
          <>
            <span>{say('imports.rate', { count: Math.round(pace.rate), number: number(Math.round(pace.rate)) })}</span>
            <span>{say('imports.left', { clock: asClock(pace.secondsLeft) })}</span>
          </>
        )}
      </p>
      {!of.dry_run && <p className="hint">{say('imports.mayLeave')}</p>}
    </section>
  );
}
