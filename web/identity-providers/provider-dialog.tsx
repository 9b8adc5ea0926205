import { Button, Checkbox, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { IdentityProvider } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useProblemFocus } from '../components/form/problem-focus.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { providersQuery } from './providers-query.ts';
import { blankProvider, bodyOf, type TypedProvider } from './typed-provider.ts';

interface ProviderDialogProps {
  /** The one to change; without one, a new one is added. */
  readonly provider?: IdentityProvider;
  readonly onClose: () => void;
}

export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  useFocusBack();
  const blank = blankProvider(provider);
  const [typed, setTyped, settle] = useTyped(`provider-${provider?.key ?? 'new'}`, blank);
  const [secret, setSecret] = useState(''); // never kept over a sign-in, unlike the rest
  const saving = useMutation({
    mutationFn: () => {
      const body = bodyOf(typed);
      if (provider === undefined)
        return service.identityProviders.create({
          ...body,
          issuer: typed.issuer.trim(),
          key: typed.key,
          client_secret: secret,
        });
      return service.identityProviders.edit(provider.key, { ...body, ...(secret ? { client_secret: secret } : {}) });
    },
    onSuccess: ({ name }) => {
      sayDone(say(provider ? 'providers.did.edit' : 'providers.did.create', { name }));
      settle(typed);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: providersQuery.queryKey }),
  });
  useProblemFocus(saving.error);
  const { form, problemOf } = useOwnValidation(() => saving.mutate());
  const refused = fieldProblems(saving.error, say, language);
  const isFieldProblem = saving.error instanceof ApiError && saving.error.problems.length > 0;
  const change = (part: Partial<TypedProvider>) => {
    setTyped((before) => ({ ...before, ...part }));
    if (!saving.isPending) saving.reset();
  };
  const field = (member: 'key' | 'name' | 'issuer' | 'clientId' | 'scopes' | 'domains', wire: string) => ({
    size: 'md' as const,
    name: wire,
    label: say(`providers.field.${member}`),
    error: problemOf(wire) ?? refused[wire],
    value: typed[member],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [member]: event.currentTarget.value }),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  });
  const must = { required: true, withAsterisk: false };
  const callback = `${location.origin}/login/with/${typed.key || '…'}/callback`;
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && onClose()}
      size={560}
      title={provider ? provider.name : say('providers.add')}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form {...form}>
        <Stack gap="md">
          {saving.error && !isFieldProblem && !(saving.error instanceof NotConfirmedError) && (
            <ProblemNotice error={saving.error} />
          )}
          <TextInput
            {...field('name', 'name')}
            {...must}
            dir="auto"
            data-autofocus
            maxLength={60}
            description={say('providers.field.name.help', { name: typed.name.trim() || '…' })}
          />
          {!provider && (
            <>
              <TextInput
                {...field('key', 'key')}
                {...must}
                maxLength={40}
                pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
                autoCapitalize="none"
                spellCheck={false}
                description={say('providers.field.key.help')}
              />
              <div>
                <p className="field-name">{say('providers.callback')}</p>
                <div className="provider-callback">
                  <code className="long">{callback}</code>
                  {typed.key && <CopyButton text={callback} />}
                </div>
                <p className="hint">{say('providers.callback.help')}</p>
              </div>
              <TextInput
                {...field('issuer', 'issuer')}
                {...must}
                type="url"
                maxLength={500}
                spellCheck={false}
                description={say('providers.field.issuer.help')}
              />
            </>
          )}
          <TextInput {...field('clientId', 'client_id')} {...must} maxLength={255} spellCheck={false} />
          <PasswordInput
            size="md"
            name="client_secret"
            label={say('providers.field.clientSecret')}
            description={say(provider ? 'providers.field.clientSecret.keep' : 'providers.field.clientSecret.help')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required={!provider}
            withAsterisk={false}
            autoComplete="off"
            error={problemOf('client_secret') ?? refused.client_secret}
            aria-invalid={Boolean(problemOf('client_secret') ?? refused.client_secret)}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
          />
          <TextInput
            {...field('scopes', 'scopes')}
            spellCheck={false}
            description={say('providers.field.scopes.help')}
          />
          <Checkbox
            checked={typed.links}
            onChange={(event) => change({ links: event.currentTarget.checked })}
            label={say('providers.field.linking')}
            description={say('providers.field.linking.help')}
          />
          {typed.links && (
            <TextInput
              {...field('domains', 'domains')}
              {...must}
              spellCheck={false}
              autoCapitalize="none"
              description={say('providers.field.domains.help')}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {say('app.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {say(provider ? 'app.save' : 'providers.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
