import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';

interface PageHeadProps {
  readonly title: string;
  readonly text?: string;
  /** Buttons for what is done here most. */
  readonly actions?: ReactNode;
}

let opened = false;

/** The title of a page. Where somebody came by a link it takes the focus, so that screen readers say where one is. */
export function PageHead({ title, text, actions }: PageHeadProps) {
  const { say } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${say('app.name')}`;
  }, [title, say]);
  useEffect(() => {
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return (
    <div className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className="lead">{text}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </div>
  );
}
