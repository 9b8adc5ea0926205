import { Button } from '@mantine/core';
import { useTexts } from '../i18n/texts.ts';
import { EverybodyQuestion } from '../people/everybody-question.tsx';
import { useEverybody } from '../people/use-everybody.ts';

interface InviteAllProps {
  readonly state: 'pending' | 'expired';
  readonly tenantId: number | undefined;
  readonly onStarted: (jobId: number) => void;
}

/** Sends a new invitation to everybody who has not answered theirs, once their number was confirmed. */
export function InviteAll({ state, tenantId, onStarted }: InviteAllProps) {
  const { say } = useTexts();
  const all = useEverybody({ invitation: state, ...(tenantId === undefined ? {} : { tenant_id: tenantId }) });
  return (
    <>
      <Button variant="default" loading={all.selecting} onClick={all.select}>
        {say(`invitations.all.${state}`)}
      </Button>
      {all.everybody && (
        <EverybodyQuestion
          everybody={all.everybody}
          request={{ action: 'invite' }}
          onStarted={onStarted}
          onClose={all.forget}
        />
      )}
    </>
  );
}
