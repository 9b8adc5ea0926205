import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from '../../client/wire-types.ts';
import { sayDone } from '../parts/acted.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';
import { DOCUMENTS } from './documents-queries.ts';

interface DeleteDocumentProps {
  readonly document: Document;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asked first: the file goes with it, so there is nothing to bring back. */
export function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => service.documents.remove(document.id),
    onSuccess: async () => {
      sayDone(say('documents.deleted'));
      onClose();
      onDeleted?.();
      await queries.invalidateQueries({ queryKey: DOCUMENTS });
    },
  });
  return (
    <QuestionDialog
      title={say('documents.delete.title')}
      confirm={say('documents.delete')}
      danger
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p className="plain">{say('documents.delete.text', { title: document.title })}</p>
      {deleting.isError && <ProblemNotice error={deleting.error} />}
    </QuestionDialog>
  );
}
