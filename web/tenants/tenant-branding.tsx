import { Button, Group, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Tenant } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { LogoField } from '../components/form/logo-field.tsx';
import { ReadyButton } from '../components/form/ready-button.tsx';
import { Section } from '../components/form/section.tsx';
import { brandedBy } from '../components/frame/branded.ts';
import { useTexts } from '../i18n/texts.ts';
import { useBrandingChange } from './use-branding-change.ts';

/** The tenant's colour and logo. */
export function TenantBranding({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === 'branding') place.current?.scrollIntoView(); // a link that leads here comes before the tenant does
  }, [hash]);
  return (
    <div ref={place} id="branding" className="place-wide">
      <Section title={say('tenants.branding.title')} text={say('tenants.branding.text')}>
        <div className="place-branding">
          <TenantColor tenant={tenant} />
          <TenantLogo tenant={tenant} />
        </div>
      </Section>
    </div>
  );
}

function TenantLogo({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const changing = useBrandingChange(
    tenant,
    (picture: File | null) =>
      picture
        ? service.call('PUT /api/admin/tenants/{id}/logo', tenant.id, { file: picture })
        : service.call('DELETE /api/admin/tenants/{id}/logo', tenant.id),
    (picture) => say(picture ? 'logo.did' : 'logo.removed'),
  );
  return <LogoField name={tenant.name} url={tenant.branding.logo_url} changing={changing} />;
}

/** Where nothing was chosen: the service's own. */
const START = '#0b5a8e';
const COLOR = /^#[0-9a-f]{6}$/i;

/** A colour by eye or by its code. What cannot be read is corrected by the service, which says so here. */
function TenantColor({ tenant }: { tenant: Tenant }) {
  const { say } = useTexts();
  const { branding } = tenant;
  const [changed, setTyped] = useState<string>();
  const typed = changed ?? branding.color ?? START;
  const saving = useBrandingChange(
    tenant,
    (color: string | null) => service.call('PUT /api/admin/tenants/{id}/color', tenant.id, { color }),
    (color) => say(color === null ? 'tenants.branding.color.removed' : 'tenants.branding.color.did'),
  );
  const save = (color: string | null) => saving.mutate(color, { onSuccess: () => setTyped(undefined) });
  const isColor = COLOR.test(typed);
  const { color, on_light: light, on_dark: dark } = branding;
  return (
    <form
      noValidate
      className="place-color"
      onSubmit={(event) => {
        event.preventDefault();
        if (isColor) save(typed);
      }}
    >
      {saving.isError && <ProblemNotice error={saving.error} />}
      <div className="color-fields">
        <input
          type="color"
          aria-label={say('tenants.branding.color.pick')}
          value={isColor ? typed.toLowerCase() : START}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          size="md"
          label={say('tenants.branding.color')}
          description={say('tenants.branding.color.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          maxLength={7}
          spellCheck={false}
          error={isColor || typed === '' ? undefined : say('tenants.branding.color.wrong')}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </div>
      {color !== null && light !== null && dark !== null && (
        <div className="color-shown" {...brandedBy(branding)}>
          <span className="color-sample">{say('tenants.branding.sample')}</span>
          {(light !== color || dark !== color) && (
            <p className="hint">{say('tenants.branding.corrected', { light, dark })}</p>
          )}
        </div>
      )}
      <Group justify="flex-end" gap="sm">
        {color !== null && (
          <Button variant="default" disabled={saving.isPending} onClick={() => save(null)}>
            {say('tenants.branding.color.remove')}
          </Button>
        )}
        <ReadyButton type="submit" loading={saving.isPending} ready={isColor && typed !== color}>
          {say('tenants.branding.color.save')}
        </ReadyButton>
      </Group>
    </form>
  );
}
