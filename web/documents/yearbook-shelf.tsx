import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import type { Document } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { DocumentLink } from './document-link.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { YearbookCover } from './yearbook-cover.tsx';

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

const BONES = ['one', 'two', 'three', 'four', 'five', 'six'];

export const ShelfBones = () => (
  <div className="shelf" aria-busy="true">
    {BONES.map((name) => (
      <Skeleton key={name} className="cover" radius="md" />
    ))}
  </div>
);
