import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Decision } from './decide.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The decisions that the service would take on a pending request. */
export function ErasureActs({ erasure }: { erasure: ErasurePreview }) {
  const { say } = useTexts();
  const [asked, setAsked] = useState<Decision>();
  const close = () => setAsked(undefined);
  const held = erasure.legal_hold_at !== null;
  const { actions } = erasure;
  if (!actions.includes('reject')) return null;
  return (
    <>
      <Group gap="xs" className="case-acts">
        <Button color="red" disabled={!actions.includes('approve')} onClick={() => setAsked('approve')}>
          {say('privacy.act.approve')}
        </Button>
        <Button variant="default" onClick={() => setAsked('reject')}>
          {say('privacy.act.reject')}
        </Button>
        {actions.includes('extend') && (
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
