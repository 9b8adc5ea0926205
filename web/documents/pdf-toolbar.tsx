import { ActionIcon, Button, NumberInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/NumberInput.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Document } from '../../client/wire-types.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { DocumentMenu } from './document-menu.tsx';
import { downloadAddress, downloadWithSignIn } from './download-document.ts';

interface PdfToolbarProps {
  readonly document: Document;
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
  readonly percent: number;
  readonly onZoomIn: (() => void) | undefined;
  readonly onZoomOut: (() => void) | undefined;
  readonly onDeleted: () => void;
}

/** Stays in sight while reading. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { document, page, count, onPage, percent, onZoomIn, onZoomOut, onDeleted } = props;
  const { say } = useTexts();
  return (
    <div className="pdf-toolbar" role="toolbar" aria-label={say('documents.toolbar')}>
      <span className="pdf-tools">
        <PageField page={page} count={count} onPage={onPage} />
      </span>
      <span className="pdf-tools">
        <ActionIcon
          variant="default"
          size={40}
          disabled={!onZoomOut}
          onClick={onZoomOut}
          aria-label={say('documents.zoomOut')}
        >
          <Icon name="minus" size={18} />
        </ActionIcon>
        <span className="pdf-percent" aria-live="polite">
          {percent} %
        </span>
        <ActionIcon
          variant="default"
          size={40}
          disabled={!onZoomIn}
          onClick={onZoomIn}
          aria-label={say('documents.zoomIn')}
        >
          <Icon name="plus" size={18} />
        </ActionIcon>
      </span>
      <span className="pdf-tools">
        <DownloadButton document={document} />
        {document.actions.length > 0 && <DocumentMenu document={document} onDeleted={onDeleted} />}
      </span>
    </div>
  );
}

function PageField({ page, count, onPage }: Pick<PdfToolbarProps, 'page' | 'count' | 'onPage'>) {
  const { say } = useTexts();
  const [typed, setTyped] = useState<string | number>(page);
  useEffect(() => setTyped(page), [page]);
  const go = () => (Number(typed) >= 1 ? onPage(Number(typed)) : setTyped(page));
  return (
    <>
      <NumberInput
        className="pdf-page-field"
        aria-label={say('documents.pageField')}
        hideControls
        allowDecimal={false}
        min={1}
        max={count}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span>/ {count}</span>
    </>
  );
}

function DownloadButton({ document }: { document: Document }) {
  const { say, language } = useTexts();
  const fetching = useMutation({
    mutationFn: () => downloadWithSignIn(document),
    onError: (error) => sayRefused(error, say, language),
  });
  const icon = <Icon name="download" size={18} />;
  const words = <span className="pdf-download-word">{say('documents.download')}</span>;
  if (document.visibility === 'public')
    return (
      <Button
        component="a"
        href={downloadAddress(document)}
        variant="default"
        leftSection={icon}
        className="pdf-download"
      >
        {words}
      </Button>
    );
  return (
    <Button
      variant="default"
      leftSection={icon}
      className="pdf-download"
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {words}
    </Button>
  );
}
