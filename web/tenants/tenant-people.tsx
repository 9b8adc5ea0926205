import type { Stats, Tenant } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { AnchorLink } from '../components/table/page-links.tsx';
import { amount } from '../i18n/amounts.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** How many people it has, each number with its list. */
export function TenantPeople({ tenant: { id }, stats: { users } }: { tenant: Tenant; stats: Stats }) {
  const { say, language } = useTexts();
  const of = (status: string) => users.by_status[status] ?? 0;
  const counts = [
    { label: say('tenants.people.all'), count: users.total, filter: {} },
    { label: say('tenants.people.active'), count: of('active'), filter: { status: 'active' } },
    { label: say('tenants.people.invited'), count: of('invited'), filter: { status: 'invited' } },
    { label: say('tenants.people.suspended'), count: of('suspended'), filter: { status: 'suspended' } },
  ];
  const shown = counts.filter(({ count }, place) => place === 0 || count > 0);
  return (
    <Section title={say('tenants.people.title')}>
      <ul className="place-list">
        {shown.map(({ label, count, filter }) => (
          <li key={label}>
            <AnchorLink to={PAGE_PATHS.users} search={{ tenant_id: String(id), ...filter }}>
              {label}
            </AnchorLink>
            <strong>{amount(count, language)}</strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}
