import type { Tenant } from '../../client/wire-types.ts';
import { Section } from '../components/form/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { TenantColor } from './tenant-color.tsx';
import { TenantLogo } from './tenant-logo.tsx';

/** The tenant's colour and logo. */
export function TenantLook({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  return (
    <div id="look" className="place-wide">
      <Section title={say('tenants.look.title')} text={say('tenants.look.text')}>
        <div className="place-look">
          <TenantColor key={tenant.branding.color} tenant={tenant} />
          <TenantLogo tenant={tenant} />
        </div>
      </Section>
    </div>
  );
}
