import type { Import } from '../../client/wire-types.ts';
import { ProgressCard } from '../components/connection/progress-card.tsx';
import { asClock } from '../components/frame/countdown.ts';
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
  const name = say(undoing ? 'imports.undoing' : of.dry_run ? 'imports.checking' : 'imports.running');
  const words = [
    say('imports.done', { done: number(done), total: number(total), count: total }),
    pace && say('imports.rate', { count: Math.round(pace.rate), number: number(Math.round(pace.rate)) }),
    pace && say('imports.left', { clock: asClock(pace.secondsLeft) }),
  ];
  return (
    <ProgressCard name={name} done={done} total={total} words={words}>
      {!of.dry_run && <p className="hint">{say('imports.mayLeave')}</p>}
    </ProgressCard>
  );
}
