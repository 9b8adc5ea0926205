import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';

interface PageHeadProps {
  readonly title: string;
  readonly text?: string;
  /** The most common actions. */
  readonly actions?: ReactNode;
}

let opened = false;

/** The title of a page. After following a link it takes the focus, so that screen readers announce the page. */
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
