import '../../styles/progress.css';
import type { ReactNode } from 'react';

interface ProgressCardProps {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** Beside the percentage: how many of how many, how fast, how long. */
  readonly words: readonly (string | undefined)[];
  readonly children?: ReactNode;
}

/** Work that goes on whether or not anybody looks. */
export function ProgressCard({ name, done, total, words, children }: ProgressCardProps) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <section className="card progress-card" aria-label={name}>
      <h2>{name}</h2>
      <div
        className="progress-bar"
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="progress-pace">
        <strong>{`${percent} %`}</strong>
        {words.map((text) => text && <span key={text}>{text}</span>)}
      </p>
      {children}
    </section>
  );
}
