import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PasskeyOptions } from '../../../client/wire-types.ts';
import { canUsePasskeys } from '../../auth/passkey-support.ts';
import { askForPasskey } from '../../auth/passkeys.ts';
import { service } from '../../auth/service.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ProblemNotice } from '../connection/notice.tsx';
import { Icon } from '../frame/icons.tsx';

/** Confirms with a passkey instead of the password, which an account need not have. */
export function ReauthPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { say } = useTexts();
  const [options, setOptions] = useState<PasskeyOptions>();
  useEffect(() => {
    if (canUsePasskeys()) askWhereThereIsOne().then(setOptions, () => {}); // the password is there
  }, []);
  const proving = useMutation({
    mutationFn: async () => {
      const asked = proving.isError ? await service.passkeyProofOptions() : options;
      if (asked) await service.reauthenticateWithPasskey(await askForPasskey(asked));
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
  const { items } = await service.passkeys.list();
  return items.some(({ state }) => state === 'usable') ? service.passkeyProofOptions() : undefined;
}
