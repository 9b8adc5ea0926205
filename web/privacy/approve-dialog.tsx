import type { ErasurePreview } from '../../client/wire-types.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { useTexts } from '../texts/texts.ts';
import { useDecision } from './decide.ts';

/** Nobody takes an erasure back, so the name is typed. A person without one is named by the address. */
export function ApproveDialog({ erasure, onClose }: { erasure: ErasurePreview; onClose: () => void }) {
  const { say } = useTexts();
  const { mutate, isPending, problem } = useDecision(erasure, onClose);
  const word = erasure.full_name.trim() || erasure.email;
  return (
    <QuestionDialog
      title={say('privacy.approve.title')}
      confirm={say('privacy.act.approve')}
      typed={{ label: say('privacy.approve.type', { name: word }), word }}
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
