import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import {
  type ApplicationForm,
  bodyOf,
  formOf,
  ROLE_CHOICES,
  SCOPES_TO_CHOOSE,
  SERVICE_SCOPES_TO_CHOOSE,
} from './application-form.ts';
import { APPLICATIONS_KEY } from './applications-queries.ts';

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application?: Application;
  readonly onSaved: (application: Application) => void;
  readonly onClose: () => void;
}

const KINDS = ['web', 'spa', 'native', 'device', 'service'] as const;

export function ApplicationDialog({ application, onSaved, onClose }: ApplicationDialogProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const mayAll = may('tenants.all');
  const formName = `application-${application?.id ?? 'new'}`;
  const [form, setForm, settle] = useTyped(formName, formOf(application));
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: mayAll && application === undefined });
  const saving = useMutation({
    mutationFn: () => {
      const body = bodyOf(form, application, mayAll);
      if (application) return service.applications.edit(application.id, body);
      const owner =
        mayAll && !(isService && form.tenant === '')
          ? { tenant_id: form.tenant === '' ? null : Number(form.tenant) }
          : {};
      return service.applications.create({ ...body, ...owner, kind: form.kind });
    },
    onSuccess: async (saved) => {
      sayDone(say(application ? 'applications.did.edit' : 'applications.did.create', { name: saved.name }));
      settle(formOf(saved));
      await queries.invalidateQueries({ queryKey: APPLICATIONS_KEY });
      onSaved(saved);
    },
  });
  useSaver(formName, () => saving.mutateAsync(), 'stay'); // saving closes the dialog
  const problems = fieldProblems(saving.error, say, language);
  const type = (change: Partial<ApplicationForm>) => {
    setForm((before) => ({ ...before, ...change }));
    if (!saving.isPending) saving.reset();
  };
  const chooseKind = (kind: Application['kind']) =>
    type({ kind, scopes: kind === 'service' ? [] : formOf(undefined).scopes });
  const isService = form.kind === 'service';
  const isLedBack = !isService && form.kind !== 'device';
  const { form: ownForm, problemOf } = useOwnValidation(() => saving.mutate());
  return (
    <FormDialog
      title={say(application ? 'applications.edit' : 'applications.create')}
      width={560}
      verb={say(application ? 'app.save' : 'applications.create')}
      form={ownForm}
      saving={saving}
      problems={problems}
      onClose={onClose}
    >
      <TextInput
        size="md"
        dir="auto"
        label={say('applications.name')}
        description={say(isService ? 'applications.name.help.service' : 'applications.name.help')}
        name="name"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={120}
        error={problemOf('name') ?? problems.name}
        value={form.name}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      {application === undefined && (
        <NativeSelect
          size="md"
          label={say('applications.kind')}
          description={say(`applications.kind.${form.kind}.help`)}
          value={form.kind}
          onChange={(event) => chooseKind(KINDS.find((kind) => kind === event.currentTarget.value) ?? 'web')}
          data={KINDS.map((kind) => ({ value: kind, label: say(`applications.kind.${kind}`) }))}
        />
      )}
      {application === undefined && mayAll && (
        <NativeSelect
          size="md"
          label={say('applications.owner')}
          error={problems.tenant_id}
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
            error={problemOf('redirect_uris') ?? problems.redirect_uris}
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
            error={problems.post_logout_redirect_uris}
            value={form.logout}
            onChange={(event) => type({ logout: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={say('applications.notice')}
            description={say('applications.notice.help')}
            spellCheck={false}
            error={problems.backchannel_logout_uri}
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
      {form.scopes.includes('oib') && (
        <TextInput
          size="md"
          dir="auto"
          label={say('applications.oibGround')}
          description={say('applications.oibGround.help')}
          maxLength={500}
          error={problems.oib_ground}
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
    </FormDialog>
  );
}
