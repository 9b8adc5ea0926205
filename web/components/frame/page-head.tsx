import { type ReactNode, useEffect, useRef } from 'react';
import { amount } from '../../i18n/amounts.ts';
import { useTexts } from '../../i18n/texts.ts';

interface PageHeadProps {
  readonly title: string;
  readonly text?: string;
  /** How many there are of what the page lists, as it is filtered now. */
  readonly count?: {
    readonly total: number;
    readonly capped?: boolean;
    readonly query: { readonly isSuccess: boolean };
  };
  /** Other ways to look at the same. */
  readonly views?: ReactNode;
  /** The most common actions. */
  readonly actions?: ReactNode;
}

let opened = false;

/** The title of a page. After following a link it takes the focus, so that screen readers announce the page. */
export function PageHead({ title, text, count, views, actions }: PageHeadProps) {
  const { say, language } = useTexts();
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
        {count?.query.isSuccess && !(count.capped && count.total === 0) && (
          // Screen readers hear it at the foot of the list, as a status.
          <span className="page-count" aria-hidden="true">
            {amount(count.total, language)}
            {count.capped && '+'}
          </span>
        )}
        {views}
        {text && <p className="lead">{text}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </div>
  );
}
