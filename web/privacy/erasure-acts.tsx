import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { useTexts } from '../i18n/texts.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Decision } from './decide.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The decisions available for a pending request. Nobody decides their own; the service enforces that too. */
export function ErasureActs({ erasure }: { erasure: ErasurePreview }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState<Decision>();
  const close = () => setAsked(undefined);
  const held = erasure.legal_hold_at !== null;
  if (erasure.user_id === service.storedUser()?.id) return null;
  return (
    <>
      <Group gap="xs" className="case-acts">
        <Button color="red" disabled={held} onClick={() => setAsked('approve')}>
          {say('privacy.act.approve')}
        </Button>
        <Button variant="default" onClick={() => setAsked('reject')}>
          {say('privacy.act.reject')}
        </Button>
        {erasure.extended_at === null && (
          <Button variant="default" onClick={() => setAsked('extend')}>
            {say('privacy.act.extend')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked(held ? 'release' : 'hold')}>
          {say(held ? 'privacy.act.release' : 'privacy.act.hold')}
        </Button>
      </Group>
      {asked === 'approve' && <ApproveDialog erasure={erasure} onClose={close} />}
      {asked !== undefined && asked !== 'approve' && (
        <ReasonDialog erasure={erasure} decision={asked} onClose={close} />
      )}
    </>
  );
}
