import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { DocumentForm } from './document-form.tsx';
import { DOCUMENTS } from './documents-queries.ts';
import { downloadAddress, downloadWithSignIn } from './download-document.ts';

/** Actions on a document without opening it. */
export function DocumentMenu({ document, onDeleted }: { document: Document; onDeleted?: () => void }) {
  const { say, language } = useTexts();
  const { opened, open, close } = useOpened('form');
  const [deleting, setDeleting] = useState(false);
  const edits = document.actions.includes('edit');
  const download = useMutation({
    mutationFn: () => downloadWithSignIn(document),
    onError: (error) => sayRefused(error, say, language),
  });
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            className="document-menu"
            variant="subtle"
            color="gray"
            size={40}
            loading={download.isPending}
            aria-label={say('documents.menu', { title: document.title })}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {document.visibility === 'public' ? (
            <Menu.Item component="a" href={downloadAddress(document)}>
              {say('documents.download')}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => download.mutate()}>{say('documents.download')}</Menu.Item>
          )}
          {edits && <Menu.Item onClick={() => open(String(document.id))}>{say('documents.edit')}</Menu.Item>}
          {document.actions.includes('delete') && (
            <Menu.Item onClick={() => setDeleting(true)}>{say('documents.delete')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {edits && opened === String(document.id) && <DocumentForm document={document} onClose={close} />}
      {deleting && (
        <DeleteDocument document={document} onClose={() => setDeleting(false)} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  );
}

interface DeleteDocumentProps {
  readonly document: Document;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks first: the file is deleted too, so nothing can be restored. */
function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => service.call('DELETE /api/admin/documents/{id}', document.id),
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
