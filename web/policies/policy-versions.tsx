import { useQuery } from '@tanstack/react-query';
import { Section } from '../components/form/section.tsx';
import { fully } from '../components/frame/times.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { versionsQuery } from './policy-queries.ts';

/** What was published so far; each version can be read as it was. */
export function PolicyVersions({ tenantId }: { tenantId: number }) {
  const { say, language } = useTexts();
  const { data } = useQuery(versionsQuery(tenantId));
  if (!data || data.items.length === 0) return null;
  return (
    <div className="policy-versions">
      <Section title={say('policies.versions')}>
        {data.items.map(({ number, version, published_at }) => (
          <div className="row" key={version}>
            <AnchorLink to={PAGE_PATHS.policy} search={{ tenant_id: String(tenantId), version }}>
              {say('policies.version', { number })}
            </AnchorLink>
            <time className="hint" dateTime={published_at}>
              {fully(published_at, language)}
            </time>
          </div>
        ))}
      </Section>
    </div>
  );
}
