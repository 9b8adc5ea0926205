import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PasskeyProof, SecondStep } from '../../client/wire-types.ts';
import { canUsePasskeys } from '../auth/passkey-support.ts';
import { askForPasskey } from '../auth/passkeys.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

interface SecondPasskeyProps {
  readonly second: SecondStep;
  readonly busy: boolean;
  readonly onProof: (proof: PasskeyProof) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/** A passkey in place of a code, where the account has one. */
export function SecondPasskey({ second, busy, onProof, onProblem }: SecondPasskeyProps) {
  const { say } = useTexts();
  const [asking, setAsking] = useState(false);
  const { challenge_id, options } = second;
  if (challenge_id === undefined || options === undefined || !canUsePasskeys()) return null;
  const ask = async () => {
    setAsking(true);
    try {
      await onProof(await askForPasskey({ challenge_id, options }));
    } catch (error) {
      onProblem(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<Icon name="key" />}
      loading={asking}
      disabled={busy}
      onClick={() => void ask()}
    >
      {say('login.passkey.second')}
    </Button>
  );
}
