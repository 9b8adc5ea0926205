import type { Tenant } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { LogoField } from '../components/form/logo-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useLookChange } from './use-look-change.ts';

export function TenantLogo({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const changing = useLookChange(
    tenant,
    (picture: File | null) =>
      picture ? service.tenants.uploadLogo(tenant.id, picture) : service.tenants.deleteLogo(tenant.id),
    (picture) => say(picture ? 'logo.did' : 'logo.removed'),
  );
  return <LogoField name={tenant.name} url={tenant.branding.logo_url} changing={changing} />;
}
