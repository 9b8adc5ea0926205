import type { ErasurePreview } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useDecision } from './decide.ts';

/** An erasure cannot be undone, so the name must be typed; the address for a person without one. */
export function ApproveDialog({ erasure, onClose }: { erasure: ErasurePreview; onClose: () => void }) {
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
