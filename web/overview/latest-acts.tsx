import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';
import { latestRuns, type Run } from './latest-runs.ts';
import { ListLink } from './list-link.tsx';

const SHOWN = 8;
const LOG = { list: service.audit.list, getImport: service.imports.get };

/** Recent activity, in sentences. */
export function LatestActs() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const newest = useQuery({
    queryKey: ['audit', 'latest', tenant_id],
    queryFn: () => latestRuns(LOG, Number(tenant_id) || undefined, SHOWN),
  });
  const acts = newest.data ?? [];
  return (
    <Section title={say('overview.acts.title')} text={say('overview.acts.text')}>
      {newest.isError && <ProblemNotice error={newest.error} />}
      {newest.isPending && <Skeleton height={320} radius="md" />}
      {newest.isSuccess && acts.length === 0 && <p className="quiet">{say('overview.acts.none')}</p>}
      <ol className="acts">
        {acts.map(({ record, others }) => (
          <Act key={record.id} record={record} others={others} />
        ))}
      </ol>
      <ListLink to={PAGE_PATHS.audit} className="quiet-link">
        {say('overview.acts.all')}
      </ListLink>
    </Section>
  );
}

function Act({ record, others }: Run) {
  const { say, language } = useTexts();
  const { text, actor, note } = auditSentence(record, say);
  return (
    <li>
      {actor === undefined ? (
        <span className="act-service">
          <Icon name="tenants" size={18} />
        </span>
      ) : (
        <PersonAvatar person={{ id: record.actor_id ?? 0, full_name: actor, avatar_url: null }} size={32} />
      )}
      <span className="act-text" dir="auto">
        {text}
        {(note !== '' || others > 0) && (
          <small>
            {[note, others > 0 ? say('overview.acts.others', { count: others }) : ''].filter(Boolean).join(' · ')}
          </small>
        )}
      </span>
      <time dateTime={record.at} title={fully(record.at, language)}>
        {recently(record.at, say, language)}
      </time>
    </li>
  );
}
