import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';
import { DOCUMENTS } from './documents-queries.ts';

interface DeleteDocumentProps {
  readonly document: Document;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks first: the file is deleted too, so nothing can be restored. */
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
