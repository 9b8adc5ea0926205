import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import type { Tenant, TenantInTree } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems, problemText } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { ActRow } from '../people/act-row.tsx';
import { tenantsQuery } from '../people/people-queries.ts';

interface TenantDialogProps {
  /** The tenant to rename; without one, a new tenant is created. */
  readonly tenant?: Tenant;
  /** What a new one belongs to; the service decides unless given. */
  readonly parent?: TenantInTree;
  /** Where a new one is shown. */
  readonly onCreated?: (tenant: Tenant) => void;
  readonly onClose: () => void;
}

/** The names of a tenant and, for an existing one, whether it publishes the yearbooks. */
export function TenantDialog({ tenant, parent, onCreated, onClose }: TenantDialogProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const names = { name: tenant?.name ?? '', slug: tenant?.slug ?? '' };
  const formName = `tenant-${tenant?.id ?? (parent ? `below-${parent.id}` : 'new')}`;
  const [{ name, slug }, setNames, settle] = useTyped(formName, names);
  const { data: tenants } = useQuery(tenantsQuery);
  const { publish, busy } = usePublishing(tenants?.find(({ publisher }) => publisher));
  const saving = useMutation({
    mutationFn: (): Promise<Tenant> => {
      const body = { name: name.trim(), ...(slug.trim() === '' ? {} : { slug: slug.trim() }) };
      if (tenant) return service.call('PUT /api/admin/tenants/{id}', tenant.id, body);
      return service.call('POST /api/admin/tenants', { ...body, ...(parent ? { parent_id: parent.id } : {}) });
    },
    onSuccess: (saved) => {
      sayDone(say(tenant ? 'tenants.did.edit' : 'tenants.did.create', { name: saved.name }));
      settle({ name: saved.name, slug: saved.slug });
      if (onCreated) onCreated(saved);
      else onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  const verb = say(tenant ? 'app.save' : parent ? 'tenants.createBelow.verb' : 'tenants.create');
  useSaver(formName, () => saving.mutateAsync(), { after: 'stay', verb }); // saving closes the dialog
  const problems = tenantProblems(saving.error, say, language);
  const unchanged = tenant !== undefined && name === tenant.name && slug === tenant.slug;
  const { form, problemOf } = useOwnValidation(() => (unchanged ? onClose() : saving.mutate()));
  const onType = (member: keyof typeof names) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setNames((before) => ({ ...before, [member]: value }));
    if (!saving.isPending) saving.reset();
  };
  return (
    <FormDialog
      title={
        parent
          ? say('tenants.createBelow.title', { name: parent.name })
          : say(tenant ? 'tenants.edit' : 'tenants.create')
      }
      width={520}
      verb={verb}
      form={form}
      saving={saving}
      problems={problems}
      onClose={onClose}
      below={
        tenant && (
          <Stack gap="md" mt="lg">
            <ActRow
              title={say('column.yearbooks')}
              text={say(tenant.publisher ? 'tenants.publisher.is' : 'tenants.publisher.text')}
              {...(tenant.publisher ? {} : { verb: say('tenants.publisher.mark') })}
              busy={busy}
              onAct={() => publish(tenant)}
            />
          </Stack>
        )
      }
    >
      <TextInput
        size="md"
        dir="auto"
        label={say('column.name')}
        required
        withAsterisk={false}
        data-autofocus
        name="name"
        error={problemOf('name') ?? problems.name}
        value={name}
        onChange={onType('name')}
      />
      <TextInput
        size="md"
        label={say('column.slug')}
        description={say('tenants.slug.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problems.slug}
        value={slug}
        onChange={onType('slug')}
      />
    </FormDialog>
  );
}

function tenantProblems(error: unknown, say: Say, language: Language): Record<string, string> {
  if (error instanceof ApiError && error.code === 'tenants.slug_taken')
    return { slug: problemText(error, say, language) };
  return fieldProblems(error, say, language);
}

/** Marks a tenant as the publisher of yearbooks; undoing it marks the previous one. */
function usePublishing(before: Tenant | undefined) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const mark = ({ id }: Tenant) => service.call('PUT /api/admin/tenants/{id}', id, { publisher: true });
  const settled = {
    onError: (error: Error) => sayRefused(error, say, language),
    onSettled: () =>
      Promise.all([['tenants'], ['documents']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
  const undoing = useMutation({ mutationFn: mark, onSuccess: () => sayDone(say('act.undone')), ...settled });
  const marking = useMutation({
    mutationFn: mark,
    onSuccess: ({ name }) =>
      sayDone(
        say('tenants.did.publish', { name }),
        before && { label: say('act.undo'), run: () => undoing.mutate(before) },
      ),
    ...settled,
  });
  return { publish: marking.mutate, busy: marking.isPending };
}
