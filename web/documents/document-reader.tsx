import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../../client/wire-types.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { extentOf } from './document-link.tsx';
import { documentQuery } from './documents-queries.ts';
import { PdfPages } from './pdf-pages.tsx';
import { useReaderKeys } from './reader-keys.ts';
import { useOpenedPdf } from './use-opened-pdf.ts';
import { VisitorHint } from './visitor-hint.tsx';

/** A document, opened on the page. */
export function DocumentReader({ id }: { id: number }) {
  useFocusBack();
  const { say } = useTexts();
  const [, change] = useAddressState();
  const found = useQuery(documentQuery(id));
  const close = () => change({ document: undefined, page: undefined });
  useReaderKeys((key) => {
    if (key !== 'Escape') return false;
    close();
    return true;
  });
  return (
    <>
      <Button className="back-to-list" variant="subtle" leftSection={<Icon name="back" size={18} />} onClick={close}>
        {say('documents.back')}
      </Button>
      {found.isError && (
        <>
          <PageHead title={say('documents.title')} />
          <ProblemNotice error={found.error} />
          <VisitorHint />
        </>
      )}
      {found.data && <OpenedDocument document={found.data} onClose={close} />}
    </>
  );
}

function OpenedDocument({ document, onClose }: { document: Document; onClose: () => void }) {
  const { say, language } = useTexts();
  const { opened, problem } = useOpenedPdf(document);
  return (
    <>
      <PageHead title={document.title} text={`${document.federation.name} · ${extentOf(document, say, language)}`} />
      {problem !== undefined && <Notice kind="problem">{say('documents.unreadable')}</Notice>}
      {opened === undefined && problem === undefined && (
        <div className="pdf-waiting" role="status">
          <Loader />
          <span>{say('documents.opening')}</span>
        </div>
      )}
      {opened && <PdfPages opened={opened} document={document} onClose={onClose} />}
    </>
  );
}
