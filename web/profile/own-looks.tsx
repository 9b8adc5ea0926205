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
  'user.read': 'own.looks.read',
  'export.admin': 'own.looks.export',
};

/** Who viewed the data, by role and never by name, when and why. */
export function OwnLooks() {
  const { say } = useTexts();
  const looks = useList(['me', 'looks'], (cursor) =>
    service.call('GET /api/users/me/access-log', { limit: A_PAGE, cursor }),
  );
  const { query, items } = looks;
  return (
    <Section title={say('own.looks')} text={say('own.looks.text')}>
      {query.isError && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && <p className="lead">{say('own.looks.none')}</p>}
      {items.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids and are only ever appended
        <Look key={index} look={look} />
      ))}
      <ListFoot list={looks} />
    </Section>
  );
}

function Look({ look: { at, action, role, tenant, service: reader } }: { look: Item<'GET /api/users/me/access-log'> }) {
  const { say, language } = useTexts();
  const office = [reader ?? (role === null ? say('own.looks.operator') : say(`role.${role}` as TextKey)), tenant];
  return (
    <div className="row">
      <div>
        <span dir="auto">{office.filter(Boolean).join(' · ')}</span>
        <p className="hint">{say(PURPOSES[action] ?? 'own.looks.other')}</p>
      </div>
      <time className="hint firm" dateTime={at} title={fully(at, language)}>
        {recently(at, say, language)}
      </time>
    </div>
  );
}
