import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import type { PasskeyOptions, PasskeyProof } from '../../client/wire-types.ts';
import { askForPasskey, canFillIn, tellUnknown } from '../auth/passkeys.ts';
import { service } from '../auth/service.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Before the five minutes of a challenge are over. */
const NEW_CHALLENGE_AFTER = 4 * 60_000;

interface LoginPasskeyProps {
  readonly busy: boolean;
  /** Rejects when the service refuses. */
  readonly onProof: (proof: PasskeyProof) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Offers passkeys twice: among what the browser fills into the field of the address, and by a button. Browsers take one
 * question at a time, so that the button ends the first one.
 */
export function LoginPasskey({ busy, onProof, onProblem }: LoginPasskeyProps) {
  const { say } = useTexts();
  const [options, setOptions] = useState<PasskeyOptions>();
  const [asking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  const filling = useRef<AbortController>(undefined);
  const again = () => setRound((count) => count + 1);

  const handIn = async (asked: PasskeyOptions, proof: PasskeyProof) => {
    try {
      await onProof(proof);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'passkey.unknown') tellUnknown(asked, proof);
      again();
    }
  };
  const latest = useRef(handIn);
  latest.current = handIn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const ending = new AbortController();
    filling.current = ending;
    const later = setTimeout(again, NEW_CHALLENGE_AFTER);
    void fillIn(ending.signal, setOptions, (asked, proof) => latest.current(asked, proof));
    return () => {
      clearTimeout(later);
      ending.abort();
    };
  }, [round]);

  if (options === undefined) return null;
  const ask = async () => {
    filling.current?.abort();
    setAsking(true);
    try {
      const fresh = await service.open.call('GET /api/auth/passkey');
      await handIn(fresh, await askForPasskey(fresh));
    } catch (error) {
      again();
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
      mt="md"
      leftSection={<Icon name="key" />}
      loading={asking || busy}
      onClick={() => void ask()}
    >
      {say('login.passkey')}
    </Button>
  );
}

async function fillIn(
  signal: AbortSignal,
  onOptions: (options: PasskeyOptions) => void,
  onProof: (options: PasskeyOptions, proof: PasskeyProof) => Promise<void>,
): Promise<void> {
  try {
    const options = await service.open.call('GET /api/auth/passkey');
    if (signal.aborted) return;
    onOptions(options);
    if (await canFillIn()) await onProof(options, await askForPasskey(options, { mediation: 'conditional', signal }));
  } catch {
    // Off, or ended by the button, or nothing was chosen: the password is there.
  }
}
