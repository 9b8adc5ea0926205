import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { LONGEST_REASON } from '../../client/wire-limits.ts';
import type { ErasurePreview } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { askUnsaved } from '../components/dialog/unsaved.ts';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { type Decision, useDecision } from './decide.ts';

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

/** An erasure cannot be undone, so the name must be typed; the address for a person without one. */
function ApproveDialog({ erasure, onClose }: { erasure: ErasurePreview; onClose: () => void }) {
  const { say } = useTexts();
  const { mutate, isPending, problem } = useDecision(erasure, onClose);
  const word = erasure.full_name.trim() || erasure.email;
  return (
    <QuestionDialog
      title={say('privacy.approve.title')}
      confirm={say('privacy.act.approve')}
      typed={{ label: say('app.typeToConfirm', { word }), word }}
      danger
      busy={isPending}
      onConfirm={() => mutate({ decision: 'approve', reason: '' })}
      onClose={onClose}
    >
      <p className="plain">{say('privacy.approve.text')}</p>
      {problem && <ProblemNotice error={problem} />}
    </QuestionDialog>
  );
}

interface ReasonDialogProps {
  readonly erasure: ErasurePreview;
  readonly decision: Exclude<Decision, 'approve'>;
  readonly onClose: () => void;
}

const SHORTEST = 3;

/** Every decision but an approval needs a reason; the form says who will read it. */
function ReasonDialog({ erasure, decision, onClose }: ReasonDialogProps) {
  const { say } = useTexts();
  useFocusBack();
  const [reason, setReason, settle] = useTyped(`erasure-${erasure.id}-${decision}`, '');
  const { mutate, isPending, problem } = useDecision(erasure, () => {
    settle(reason);
    onClose();
  });
  const { form, problemOf } = useOwnValidation(() => mutate({ decision, reason: reason.trim() }));
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && askUnsaved(onClose)}
      title={say(`privacy.${decision}.title`)}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <form {...form}>
        <Stack gap="md">
          <p className="lead">{say(`privacy.${decision}.text`)}</p>
          {problem && <ProblemNotice error={problem} />}
          <Textarea
            size="md"
            name="reason"
            label={say('privacy.reason')}
            required
            withAsterisk={false}
            error={problemOf('reason')}
            minLength={SHORTEST}
            description={say(`privacy.${decision}.reader`)}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={LONGEST_REASON}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => askUnsaved(onClose)}>
              {say('app.cancel')}
            </Button>
            <Button type="submit" color={decision === 'reject' ? 'red' : undefined} loading={isPending}>
              {say(`privacy.act.${decision}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
