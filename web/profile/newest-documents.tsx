import { useQuery } from '@tanstack/react-query';
import { Section } from '../components/form/section.tsx';
import { onDay } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { newestDocumentsQuery } from './profile-queries.ts';

/** What was last put on the shelf; absent while there is nothing. */
export function NewestDocuments() {
  const { say, language } = useTexts();
  const { data } = useQuery(newestDocumentsQuery);
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title={say('profile.documents')}>
      {data.map(({ id, title, created_at }) => (
        <div key={id} className="row">
          <AnchorLink to={PAGE_PATHS.documents} search={{ document: String(id) }} className="long" dir="auto">
            {title}
          </AnchorLink>
          <time className="hint firm" dateTime={created_at}>
            {onDay(created_at, language)}
          </time>
        </div>
      ))}
      <div className="row">
        <AnchorLink to={PAGE_PATHS.documents}>{say('profile.documents.all')}</AnchorLink>
      </div>
    </Section>
  );
}
