import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** One topic of a page, in a box of its own. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className="hint section-text">{text}</p>}
      {children}
    </section>
  );
}
