import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import type { ReactNode } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { DocumentLink, extentOf, yearOf } from './document-link.tsx';
import { DocumentMenu } from './document-menu.tsx';

/** Documents other than yearbooks, newest first. */
export function DocumentList({ documents, foot }: { documents: readonly Document[]; foot: ReactNode }) {
  const { say, language } = useTexts();
  const several = new Set(documents.map(({ federation }) => federation.id)).size > 1;
  return (
    <section className="archive-part" aria-labelledby="archive-documents">
      <h2 id="archive-documents">{say('documents.kind.documents')}</h2>
      <ul className="document-list">
        {documents.map((document) => (
          <li key={document.id}>
            <Icon name="document" size={24} />
            <div>
              <DocumentLink document={document} className="document-title">
                <span dir="auto">{document.title}</span>
              </DocumentLink>
              <p className="hint">
                {[
                  document.year === null ? '' : yearOf(document.year, language),
                  several ? document.federation.name : '',
                  extentOf(document, say, language),
                ]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {document.visibility === 'tenant' && <span className="pill">{say('documents.visibility.tenant')}</span>}
              </p>
            </div>
            <DocumentMenu document={document} />
          </li>
        ))}
      </ul>
      {foot}
    </section>
  );
}

export const DocumentListSkeleton = () => (
  <div aria-busy="true">
    {['one', 'two', 'three'].map((name) => (
      <Skeleton key={name} height={72} radius="md" mb="xs" />
    ))}
  </div>
);
