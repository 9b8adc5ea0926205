import type { Item } from '../../client/route-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';

const A_PAGE = 10;
const PURPOSES: Readonly<Record<string, TextKey>> = {
  'user.read': 'own.access_log.read',
  'export.admin': 'own.access_log.export',
};

/** Who viewed the data, by role and never by name, when and why. */
export function OwnAccessLog() {
  const { say } = useTexts();
  const accesses = useList(['me', 'access-log'], (cursor) =>
    service.call('GET /api/users/me/access-log', { limit: A_PAGE, cursor }),
  );
  const { query, items } = accesses;
  return (
    <Section title={say('own.access_log')} text={say('own.access_log.text')}>
      {query.isError && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <p className="lead">{say('own.access_log.none')}</p>}
      {items.map((access, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids and are only ever appended
        <Access key={index} access={access} />
      ))}
      <ListFoot list={accesses} />
    </Section>
  );
}

function Access({
  access: { at, action, role, tenant, service: reader },
}: {
  access: Item<'GET /api/users/me/access-log'>;
}) {
  const { say, language } = useTexts();
  const office = [reader ?? (role === null ? say('own.access_log.operator') : say(`role.${role}` as TextKey)), tenant];
  return (
    <div className="row">
      <div>
        <span dir="auto">{office.filter(Boolean).join(' · ')}</span>
        <p className="hint">{say(PURPOSES[action] ?? 'own.access_log.other')}</p>
      </div>
      <time className="hint firm" dateTime={at} title={fully(at, language)}>
        {recently(at, say, language)}
      </time>
    </div>
  );
}
