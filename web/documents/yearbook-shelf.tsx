import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import type { Document } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { DocumentLink } from './document-link.tsx';
import { DocumentMenu } from './document-menu.tsx';

/** Yearbooks by cover, newest first. */
export function YearbookShelf({ yearbooks }: { yearbooks: readonly Document[] }) {
  const { say } = useTexts();
  return (
    <section className="archive-part" aria-labelledby="archive-yearbooks">
      <h2 id="archive-yearbooks">{say('documents.kind.yearbooks')}</h2>
      <ul className="shelf">
        {yearbooks.map((yearbook) => (
          <li key={yearbook.id}>
            <DocumentLink document={yearbook} className="shelf-book">
              <YearbookCover yearbook={yearbook} />
              <span className="shelf-title" dir="auto">
                {yearbook.title}
              </span>
            </DocumentLink>
            <DocumentMenu document={yearbook} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SKELETON_ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

export const ShelfSkeleton = () => (
  <div className="shelf" aria-busy="true">
    {SKELETON_ROWS.map((name) => (
      <Skeleton key={name} className="cover" radius="md" />
    ))}
  </div>
);

/** Neighbours on the shelf are told apart by it. */
const SHADES = 4;

/** Made from what is known about a yearbook, the same everywhere and at once: no file is fetched and drawn for a picture. */
function YearbookCover({ yearbook }: { yearbook: Document }) {
  const { say } = useTexts();
  return (
    <span className="cover" data-shade={(yearbook.year ?? 0) % SHADES} aria-hidden="true">
      <span className="cover-federation">{yearbook.federation.name}</span>
      <span className="cover-word">{say('documents.yearbook')}</span>
      <span className="cover-year">{yearbook.year}</span>
      <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 18q12.5-9 25 0t25 0 25 0 25 0v42H0Z" />
        <path d="M0 32q12.5-8 25 0t25 0 25 0 25 0v28H0Z" />
        <path d="M0 46q12.5-6 25 0t25 0 25 0 25 0v14H0Z" />
      </svg>
    </span>
  );
}
