import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PasskeyOptions } from '../../../client/wire-types.ts';
import { canUsePasskeys } from '../../auth/passkey-support.ts';
import { askForPasskey } from '../../auth/passkeys.ts';
import { askBy, NotConfirmedError } from '../../auth/reauth-question.ts';
import { service } from '../../auth/service.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ProblemNotice } from '../connection/notice.tsx';
import { useOwnValidation } from '../form/own-validation.ts';
import { Icon } from '../frame/icons.tsx';

interface Question {
  readonly confirmed: () => void;
  readonly refused: () => void;
}

/** Asks for the password when a call needs it, whichever page made the call. Calls at the same time share one question. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let asking: Promise<void> | undefined;
    return askBy(() => {
      asking ??= new Promise<void>((resolve, reject) => {
        setQuestion({ confirmed: resolve, refused: () => reject(new NotConfirmedError()) });
      }).finally(() => {
        asking = undefined;
        setQuestion(undefined);
      });
      return asking;
    });
  }, []);
  return (
    <>
      {children}
      {question && <PasswordQuestion {...question} />}
    </>
  );
}

function PasswordQuestion({ confirmed, refused }: Question) {
  const { say } = useTexts();
  const [password, setPassword] = useState('');
  const proving = useMutation({
    mutationFn: () => service.call('POST /api/auth/reauthenticate', { password }),
    onSuccess: confirmed,
  });
  const { form, problemOf } = useOwnValidation(() => proving.mutate());
  return (
    <Modal
      opened
      onClose={refused}
      title={say('reauth.title')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form {...form}>
        <Stack gap="md">
          <p className="lead">{say('reauth.text')}</p>
          {proving.isError && <ProblemNotice error={proving.error} />}
          <PasswordInput
            label={say('login.password')}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={problemOf('password')}
            aria-invalid={problemOf('password') !== undefined}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
          />
          <ReauthPasskey onConfirmed={confirmed} />
          <Group justify="flex-end">
            <Button variant="default" onClick={refused}>
              {say('app.cancel')}
            </Button>
            <Button type="submit" loading={proving.isPending}>
              {say('reauth.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Confirms with a passkey instead of the password, which an account need not have. */
function ReauthPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { say } = useTexts();
  const [options, setOptions] = useState<PasskeyOptions>();
  useEffect(() => {
    if (canUsePasskeys()) askWhereThereIsOne().then(setOptions, () => {}); // the password is there
  }, []);
  const proving = useMutation({
    mutationFn: async () => {
      const asked = proving.isError ? await service.call('GET /api/auth/reauthenticate/passkey') : options;
      if (asked) await service.call('POST /api/auth/reauthenticate/passkey', await askForPasskey(asked));
    },
    onSuccess: onConfirmed,
  });
  if (options === undefined) return null;
  return (
    <>
      {proving.isError && <ProblemNotice error={proving.error} />}
      <Button
        variant="default"
        leftSection={<Icon name="key" />}
        loading={proving.isPending}
        onClick={() => proving.mutate()}
      >
        {say('login.passkey.second')}
      </Button>
    </>
  );
}

async function askWhereThereIsOne(): Promise<PasskeyOptions | undefined> {
  const { items } = await service.call('GET /api/users/me/passkeys');
  return items.some(({ state }) => state === 'usable')
    ? service.call('GET /api/auth/reauthenticate/passkey')
    : undefined;
}
