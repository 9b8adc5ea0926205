import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { ProblemNotice } from './notice.tsx';

type Grave = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Whoever closed the question instead of answering it. */
export class NotConfirmedError extends Error {}

const GraveContext = createContext<Grave>((act) => act());

/** Runs an act that may ask for the password once more; asks for it then, and runs it again. */
export const useGraveAct = (): Grave => useContext(GraveContext);

interface Question {
  readonly confirmed: () => void;
  readonly refused: () => void;
}

export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const grave = useMemo<Grave>(() => {
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        setQuestion({ confirmed: resolve, refused: () => reject(new NotConfirmedError()) });
      }).finally(() => setQuestion(undefined));
    return (act) =>
      act().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'reauth.required') throw error;
        await ask();
        return act();
      });
  }, []);
  return (
    <GraveContext value={grave}>
      {children}
      {question && <PasswordQuestion {...question} />}
    </GraveContext>
  );
}

function PasswordQuestion({ confirmed, refused }: Question) {
  const { say } = useTexts();
  const [password, setPassword] = useState('');
  const proving = useMutation({ mutationFn: () => service.reauthenticate({ password }), onSuccess: confirmed });
  return (
    <Modal
      opened
      onClose={refused}
      title={say('reauth.title')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          proving.mutate();
        }}
      >
        <Stack gap="md">
          <p className="lead">{say('reauth.text')}</p>
          {proving.isError && <ProblemNotice error={proving.error} />}
          <PasswordInput
            label={say('login.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
          />
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
