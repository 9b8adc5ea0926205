import { useTexts } from '../../i18n/texts.ts';
import { type Deadline, deadlineWords, isClose } from './deadline.ts';

const RADIUS = 19;
const ROUND = 2 * Math.PI * RADIUS;

interface DaysRingProps {
  readonly deadline: Deadline;
  readonly size?: number;
  /** The sentence is already shown next to it. */
  readonly beside?: boolean;
  /** On one line: a small ring, and the number next to it. */
  readonly line?: boolean;
}

const LINE_SIZE = 18;

/** The days left, as a ring that empties. Screen readers read its sentence; the number is for the eyes. */
export function DaysRing({ deadline, size = 44, beside = false, line = false }: DaysRingProps) {
  const { say } = useTexts();
  const { left, over, whole } = deadline;
  const sentence = deadlineWords(say, deadline);
  const words = over && left > 0 ? `−${left}` : over ? 0 : left;
  const drawn = over ? ROUND : Math.min(1, left / whole) * ROUND;
  return (
    <span className="days-ring" data-close={isClose(deadline) || undefined} title={beside ? undefined : sentence}>
      {!beside && <span className="hidden">{sentence}</span>}
      <svg viewBox="0 0 44 44" width={line ? LINE_SIZE : size} height={line ? LINE_SIZE : size} aria-hidden="true">
        <circle className="days-track" cx="22" cy="22" r={RADIUS} />
        <circle
          className="days-left"
          cx="22"
          cy="22"
          r={RADIUS}
          strokeDasharray={`${drawn} ${ROUND}`}
          transform="rotate(-90 22 22)"
        />
        {!line && (
          <text x="22" y="22" dominantBaseline="central" textAnchor="middle">
            {words}
          </text>
        )}
      </svg>
      {line && (
        <span className="days-number" aria-hidden="true">
          {words}
        </span>
      )}
    </span>
  );
}
