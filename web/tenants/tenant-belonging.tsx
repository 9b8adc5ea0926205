import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '../auth/rights.ts';
import { Section } from '../components/form/section.tsx';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { useTenantActs } from './use-tenant-acts.ts';

/** What a tenant belongs to and what belongs to it, for whoever reaches several. */
export function TenantBelonging({ id }: { id: number }) {
  const { say } = useTexts();
  const { data: tenants = [] } = useQuery(tenantsQuery);
  const { createBelow, move } = useTenantActs();
  const tenant = tenants.find((one) => one.id === id);
  if (tenant === undefined) return null;
  const above = tenants.find((one) => one.id === tenant.parent_id);
  const below = tenants.filter((one) => one.parent_id === id);
  return (
    <Section title={say('tenants.tree.title')}>
      {above && (
        <p className="place-words">
          {say('tenants.tree.above')} <TenantLink {...above} />
        </p>
      )}
      {below.length === 0 && <p className="quiet-line">{say('tenants.tree.none')}</p>}
      <ul className="place-list">
        {below.map((one) => (
          <li key={one.id}>
            <TenantLink {...one} />
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        {may('people.manage') && (
          <Button variant="default" onClick={() => createBelow(id)}>
            {say('tenants.createBelow')}
          </Button>
        )}
        {may('tenants.manage') && (
          <Button variant="default" onClick={() => move(id)}>
            {say('tenants.move')}
          </Button>
        )}
      </Group>
    </Section>
  );
}

const TenantLink = ({ id, name }: { readonly id: number; readonly name: string }) => (
  <AnchorLink to={PAGE_PATHS.tenants} search={{ open: String(id) }} dir="auto">
    {name}
  </AnchorLink>
);
