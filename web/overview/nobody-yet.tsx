import { may } from '../auth/rights.ts';
import { Section } from '../components/form/section.tsx';
import { ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** Instead of zeros: what to do first. */
export function NobodyYet() {
  const { say } = useTexts();
  const [{ tenant_id }] = useAddressState();
  return (
    <Section title={say('overview.nobody.title')} text={say('overview.nobody.text')}>
      {may('people.manage') && (
        <div className="first-steps">
          <ButtonLink to={PAGE_PATHS.imports} search={{ tenant_id }}>
            {say('overview.nobody.import')}
          </ButtonLink>
          <ButtonLink to={PAGE_PATHS.users} search={{ tenant_id, new: '1' }} variant="default">
            {say('overview.nobody.invite')}
          </ButtonLink>
          <ButtonLink to={PAGE_PATHS.tenants} search={{ open: tenant_id }} variant="default">
            {say('overview.nobody.place')}
          </ButtonLink>
        </div>
      )}
    </Section>
  );
}
