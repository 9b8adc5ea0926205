import { Button, Group, Modal, Stack } from '@mantine/core';
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
import { Choices } from '../components/form/choices.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useProblemFocus, useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { ISSUER_CHOICES } from './known-issuers.ts';
import { ProviderFields } from './provider-fields.tsx';
import { providersQuery } from './providers-query.ts';
import { blankProvider, bodyOf, filledFor, type TypedProvider } from './typed-provider.ts';

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
        return service.call('POST /api/admin/identity-providers', {
          ...body,
          issuer: typed.issuer.trim(),
          key: typed.key,
          client_secret: secret,
        });
      return service.call('PUT /api/admin/identity-providers/{key}', provider.key, {
        ...body,
        ...(secret ? { client_secret: secret } : {}),
      });
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
  const isChosen = provider !== undefined || typed.choice !== '';
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
          {isChosen ? (
            <ProviderFields
              provider={provider}
              typed={typed}
              change={change}
              secret={secret}
              onSecret={setSecret}
              problemOf={(name) => problemOf(name) ?? refused[name]}
              onChooseAgain={() => settle(blank)}
            />
          ) : (
            <>
              <p className="hint">{say('providers.connect')}</p>
              <Choices
                label={say('providers.connect')}
                choices={ISSUER_CHOICES.map((value) => ({
                  value,
                  label: say(`providers.connect.${value}`),
                  help: say(`providers.connect.${value}.help`),
                }))}
                onChoose={(choice) => settle({ ...blank, ...filledFor(choice) })}
              />
            </>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {say('app.cancel')}
            </Button>
            {isChosen && (
              <Button type="submit" loading={saving.isPending}>
                {say(provider ? 'app.save' : 'providers.add')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
