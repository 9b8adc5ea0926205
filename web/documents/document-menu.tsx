import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { DeleteDocument } from './delete-document.tsx';
import { DocumentForm } from './document-form.tsx';
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
