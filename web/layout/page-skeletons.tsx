import { useTexts } from '../i18n/texts.ts';

/** What stands where a page will be, within a tenth of a second of the click. */
export function PageSkeleton() {
  const { say } = useTexts();
  return (
    <div className="skeleton-page" aria-busy="true">
      <span className="hidden">{say('app.loading')}</span>
      <span className="skeleton-part" data-part="title" />
      <span className="skeleton-part" data-part="line" />
      <span className="skeleton-part" data-part="body" />
    </div>
  );
}

/** The layout before its code has come: the page is never white. Its styles are among the first that load. */
export const FrameSkeleton = () => (
  <>
    <div className="skeleton-head" aria-hidden="true">
      <span className="skeleton-part" data-part="name" />
    </div>
    <div className="skeleton-body">
      <div className="skeleton-rail" aria-hidden="true">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
          <span key={place} className="skeleton-part" data-part="place" />
        ))}
      </div>
      <PageSkeleton />
    </div>
  </>
);
