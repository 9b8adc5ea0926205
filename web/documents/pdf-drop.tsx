import { Button } from '@mantine/core';
import { type DragEvent, type Ref, useId, useRef, useState } from 'react';
import { MOST_DOCUMENT_BYTES } from '../../client/wire-limits.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { sizeOf } from './document-link.tsx';

interface PdfDropProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
  readonly problem: string | undefined;
  /** The button that opens the files of the device. */
  readonly chooser: Ref<HTMLButtonElement>;
}

/** A drop zone for a PDF, with a button for everybody else. */
export function PdfDrop({ file, onChoose, problem, chooser }: PdfDropProps) {
  const { say, language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const wrongId = useId();
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const refusal = refusalOf(chosen);
    setWrong(refusal && say(refusal));
    if (refusal === undefined) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const told = wrong ?? problem;
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className="pdf-drop"
        data-over={over || undefined}
        data-wrong={told === undefined ? undefined : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="document" size={28} />
        <span className="pdf-drop-words">
          {file ? (
            <>
              <strong dir="auto">{file.name}</strong> <span className="hint">{sizeOf(file, language)}</span>
            </>
          ) : (
            say('documents.drop')
          )}
        </span>
        <Button
          ref={chooser}
          variant="default"
          aria-describedby={told === undefined ? undefined : wrongId}
          onClick={() => input.current?.click()}
        >
          {say(file ? 'documents.drop.other' : 'documents.drop.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          aria-label={say('documents.drop.choose')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {told !== undefined && (
        <p id={wrongId} className="pdf-wrong" role="alert">
          {told}
        </p>
      )}
    </div>
  );
}

/** Checked before uploading; the service checks the bytes again. */
function refusalOf({ name, type, size }: File) {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return 'documents.drop.notPdf' as const;
  return size > MOST_DOCUMENT_BYTES ? ('documents.drop.tooLarge' as const) : undefined;
}
