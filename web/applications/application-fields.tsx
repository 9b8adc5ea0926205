import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Application } from '../../client/wire-types.ts';
import { may, reachesSeveral } from '../auth/rights.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import {
  type ApplicationForm,
  filledForSite,
  productOf,
  ROLE_CHOICES,
  SCOPES_TO_CHOOSE,
  SERVICE_SCOPES_TO_CHOOSE,
} from './application-form.ts';
import { PRODUCTS } from './connections.ts';

interface ApplicationFieldsProps {
  /** The application that is changed; without one, a new one is registered. */
  readonly application: Application | undefined;
  readonly form: ApplicationForm;
  readonly type: (change: Partial<ApplicationForm>) => void;
  /** What is wrong with a field, named as on the wire. */
  readonly problemOf: (field: string) => string | undefined;
  readonly onChooseAgain: () => void;
}

/** What is told about an application, once it is known what is connected. */
export function ApplicationFields({ application, form, type, problemOf, onChooseAgain }: ApplicationFieldsProps) {
  const { say } = useTexts();
  const mayAll = may('tenants.all');
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: mayAll && application === undefined });
  const product = productOf(form);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []); // the answer that led here is gone, and the focus with it
  const isService = form.kind === 'service';
  const isLedBack = !isService && form.kind !== 'device';
  return (
    <>
      {form.connection !== '' && (
        <div className="row">
          <strong>{say(`applications.connect.${form.connection}`)}</strong>
          <Button variant="default" size="sm" className="firm" onClick={onChooseAgain}>
            {say('applications.connect.again')}
          </Button>
        </div>
      )}
      <TextInput
        size="md"
        dir="auto"
        label={say('applications.name')}
        description={say(isService ? 'applications.name.help.service' : 'applications.name.help')}
        name="name"
        required
        withAsterisk={false}
        ref={name}
        data-autofocus
        maxLength={120}
        error={problemOf('name')}
        value={form.name}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      {application === undefined && mayAll && (
        <NativeSelect
          size="md"
          label={say('applications.owner')}
          error={problemOf('tenant_id')}
          value={form.tenant}
          onChange={(event) => type({ tenant: event.currentTarget.value })}
          data={[
            isService
              ? { value: '', label: say('applications.owner.own') }
              : { value: '', label: say('applications.owner.all') },
            ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {product && (
        <TextInput
          size="md"
          label={say('applications.site', { name: PRODUCTS[product].name })}
          description={say('applications.site.help')}
          name="site"
          inputMode="url"
          required
          withAsterisk={false}
          spellCheck={false}
          autoCapitalize="none"
          error={problemOf('site')}
          value={form.site}
          onChange={(event) => type(filledForSite(product, event.currentTarget.value))}
        />
      )}
      {isLedBack && (
        <>
          <Textarea
            size="md"
            label={say('applications.redirect')}
            description={say('applications.redirect.help')}
            autosize
            minRows={2}
            spellCheck={false}
            name="redirect_uris"
            required
            withAsterisk={false}
            error={problemOf('redirect_uris')}
            value={form.redirect}
            onChange={(event) => type({ redirect: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label={say('applications.logout')}
            description={say('applications.logout.help')}
            autosize
            minRows={1}
            spellCheck={false}
            error={problemOf('post_logout_redirect_uris')}
            value={form.logout}
            onChange={(event) => type({ logout: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={say('applications.notice')}
            description={say('applications.notice.help')}
            spellCheck={false}
            error={problemOf('backchannel_logout_uri')}
            value={form.notice}
            onChange={(event) => type({ notice: event.currentTarget.value })}
          />
        </>
      )}
      <Checkbox.Group
        size="md"
        label={say(isService ? 'applications.service.scopes' : 'applications.scopes')}
        value={[...form.scopes]}
        onChange={(scopes) => type({ scopes })}
      >
        <Stack gap="xs" mt="xs">
          {(isService ? SERVICE_SCOPES_TO_CHOOSE : SCOPES_TO_CHOOSE).map((scope) => (
            <Checkbox key={scope} value={scope} label={say(`applications.scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {reachesSeveral() && (
        <Checkbox
          label={say(isService ? 'applications.below.service' : 'applications.below')}
          description={say('applications.below.help')}
          checked={form.below}
          onChange={(event) => type({ below: event.currentTarget.checked })}
        />
      )}
      {form.scopes.includes('oib') && (
        <TextInput
          size="md"
          dir="auto"
          label={say('applications.oibGround')}
          description={say('applications.oibGround.help')}
          maxLength={500}
          error={problemOf('oib_ground')}
          value={form.oibGround}
          onChange={(event) => type({ oibGround: event.currentTarget.value })}
        />
      )}
      {!isService && (
        <>
          <Checkbox.Group
            size="md"
            label={say('applications.roles')}
            description={say('applications.roles.help')}
            value={[...form.roles]}
            onChange={(roles) => type({ roles })}
          >
            <Stack gap="xs" mt="xs">
              {ROLE_CHOICES.map((role) => (
                <Checkbox key={role} value={role} label={say(`role.${role}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          {mayAll && (
            <Checkbox
              label={say('applications.trusted')}
              description={say('applications.trusted.help')}
              checked={form.trusted}
              onChange={(event) => type({ trusted: event.currentTarget.checked })}
            />
          )}
          <Checkbox
            label={say('applications.foreign')}
            description={say('applications.foreign.help')}
            checked={form.foreign}
            onChange={(event) => type({ foreign: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
