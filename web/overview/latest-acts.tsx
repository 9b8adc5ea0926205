import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditItem } from '../../client/wire-types.ts';
import { actionsOf } from '../audit-sentences/audit-groups.ts';
import { type Run, runsOf } from '../audit-sentences/audit-runs.ts';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { PersonAvatar } from '../components/person/person-avatar.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { ListLink } from './list-link.tsx';

const SHOWN = 8;
/** Records per request; the acts of most days fit into one. */
const PAGE_SIZE = 30;
const MOST_PAGES = 4;
/** They outnumber everything else by far, and are shown elsewhere. */
const LEFT_OUT = [...actionsOf('signIn'), 'logout', 'auth.refresh', 'session.limit', 'device.new', 'user.read'].join(
  ',',
);

/** The latest acts, newest first; what one person did at once, and what an import did to each person, is one of them. */
async function latestActs(tenantId: number | undefined): Promise<Run[]> {
  const records: AuditItem[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await service.call('GET /api/admin/audit', {
      limit: PAGE_SIZE,
      grouped: '1',
      without: LEFT_OUT,
      ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
      cursor,
    });
    records.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    // The last one may go on in older records, so one more must have begun.
    if (cursor === undefined || runsOf(withoutBegun(records)).length > SHOWN) break;
  }
  return runsOf(withoutBegun(records)).slice(0, SHOWN);
}

/** The start of an import says nothing more once its end is told. */
function withoutBegun(records: readonly AuditItem[]): AuditItem[] {
  const importOf = ({ meta }: AuditItem): unknown => (meta as Readonly<Record<string, unknown>>).import_id;
  const ended = new Set(records.filter(({ action }) => action === 'import.finish').map(importOf));
  return records.filter((record) => record.action !== 'import.start' || !ended.has(importOf(record)));
}

/** Recent activity, in sentences. */
export function LatestActs() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  const newest = useQuery({
    queryKey: ['audit', 'latest', tenant_id],
    queryFn: () => latestActs(Number(tenant_id) || undefined),
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
        {(note !== '' || others.length > 0) && (
          <small>
            {[note, others.length > 0 ? say('audit.run.others', { count: others.length }) : '']
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
      </span>
      <time dateTime={record.at} title={fully(record.at, language)}>
        {recently(record.at, say, language)}
      </time>
    </li>
  );
}
