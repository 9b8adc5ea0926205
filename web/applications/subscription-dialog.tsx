import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { Application, Subscription } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { EVENT_GROUPS } from './event-types.ts';
import { changeOf, isCalled, isStream, type SubscriptionForm, subscriptionFormOf } from './subscription-form.ts';
import { SUBSCRIPTIONS_KEY } from './subscriptions-queries.ts';

type NewSubscription = Answer<'POST /api/admin/subscriptions'>;

interface SubscriptionDialogProps {
  /** The subscription to change; without one, a new one is made. */
  readonly subscription?: Subscription;
  readonly applications: readonly Application[];
  /** The application that is chosen at first. */
  readonly application?: string | undefined;
  readonly onSaved: (saved: Subscription | NewSubscription) => void;
  readonly onClose: () => void;
}

export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { subscription, applications, application, onSaved, onClose } = props;
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const formName = `subscription-${subscription?.id ?? 'new'}`;
  const first = subscriptionFormOf(subscription, application ?? applications[0]?.id);
  const [form, setForm, settle] = useTyped(formName, first);
  const [lacksTypes, setLacksTypes] = useState(false);
  const saving = useMutation({
    mutationFn: (): Promise<Subscription | NewSubscription> =>
      subscription === undefined
        ? service.call('POST /api/admin/subscriptions', {
            application_id: form.application,
            form: form.form,
            ...changeOf(form),
          })
        : service.call('PUT /api/admin/subscriptions/{id}', subscription.id, changeOf(form)),
    onSuccess: async (saved) => {
      sayDone(say(subscription ? 'subscriptions.did.edit' : 'subscriptions.did.create'));
      settle(form);
      await queries.invalidateQueries({ queryKey: SUBSCRIPTIONS_KEY });
      onSaved(saved);
    },
  });
  const verb = say(subscription ? 'app.save' : 'subscriptions.create');
  useSaver(formName, () => saving.mutateAsync(), { after: 'stay', verb });
  const problems = fieldProblems(saving.error, say, language);
  const type = (change: Partial<SubscriptionForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setLacksTypes(false);
    if (!saving.isPending) saving.reset();
  };
  const { form: ownForm, problemOf } = useOwnValidation(() => {
    if (form.selects === 'some' && form.types.length === 0) setLacksTypes(true);
    else saving.mutate();
  });
  const mayPull = applications.some(
    ({ id, kind, scopes }) => id === form.application && kind === 'service' && scopes.includes('events:read'),
  );
  return (
    <FormDialog
      title={say(subscription ? 'subscriptions.edit' : 'subscriptions.create')}
      width={560}
      verb={verb}
      form={ownForm}
      saving={saving}
      problems={problems}
      onClose={onClose}
    >
      {subscription === undefined && (
        <>
          <NativeSelect
            size="md"
            label={say('subscriptions.application')}
            data-autofocus
            value={form.application}
            onChange={(event) => type({ application: event.currentTarget.value, form: 'push' })}
            data={applications.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <NativeSelect
            size="md"
            label={say('subscriptions.form')}
            description={mayPull ? undefined : say('subscriptions.form.pull.only')}
            error={problems.form}
            value={form.form}
            onChange={(event) => type({ form: event.currentTarget.value as Subscription['form'] })} // it offers no others
            data={[
              { value: 'push', label: say('subscriptions.form.push') },
              { value: 'pull', label: say('subscriptions.form.pull'), disabled: !mayPull },
              { value: 'ssf_push', label: say('subscriptions.form.ssf_push') },
              { value: 'ssf_poll', label: say('subscriptions.form.ssf_poll'), disabled: !mayPull },
            ]}
          />
        </>
      )}
      {isCalled(form.form) && (
        <TextInput
          size="md"
          label={say('subscriptions.url')}
          description={say('subscriptions.url.help')}
          name="url"
          inputMode="url"
          required
          withAsterisk={false}
          spellCheck={false}
          autoCapitalize="none"
          error={problemOf('url') ?? problems.url}
          value={form.url}
          onChange={(event) => type({ url: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        size="md"
        label={say('subscriptions.types')}
        error={lacksTypes ? say('subscriptions.types.missing') : problems.types}
        value={form.selects}
        onChange={(event) => type({ selects: event.currentTarget.value === 'some' ? 'some' : 'all' })}
        data={[
          { value: 'all', label: say('subscriptions.types.all') },
          { value: 'some', label: say('subscriptions.types.some') },
        ]}
      />
      {form.selects === 'some' &&
        EVENT_GROUPS.map(([group, types]) => (
          <Checkbox.Group
            key={group}
            size="md"
            label={say(`audit.group.${group}`)}
            value={form.types.filter((one) => types.some((name) => name === one))}
            onChange={(chosen) =>
              type({ types: [...form.types.filter((one) => !types.some((name) => name === one)), ...chosen] })
            }
          >
            <Stack gap="xs" mt="xs">
              {types.map((name) => (
                <Checkbox key={name} value={name} label={say(`audit.act.${name}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
        ))}
      {!isStream(form.form) && (
        <Checkbox
          label={say('subscriptions.names')}
          description={say('subscriptions.names.help')}
          checked={form.withNames}
          onChange={(event) => type({ withNames: event.currentTarget.checked })}
        />
      )}
      {form.withNames && !isStream(form.form) && (
        <TextInput
          size="md"
          dir="auto"
          label={say('subscriptions.purpose')}
          description={say('subscriptions.purpose.help')}
          name="purpose"
          required
          withAsterisk={false}
          maxLength={500}
          error={problemOf('purpose') ?? problems.purpose}
          value={form.purpose}
          onChange={(event) => type({ purpose: event.currentTarget.value })}
        />
      )}
    </FormDialog>
  );
}
