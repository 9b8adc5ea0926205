import { Button, Loader } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

interface FileDropProps {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  readonly small?: boolean;
}

/** Takes one file, dropped or chosen; the button serves keyboards and phones. */
export function FileDrop({ busy, onFile, small = false }: FileDropProps) {
  const { say } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way; the button inside is the first
    <div
      className="file-drop"
      data-over={over || undefined}
      data-small={small || undefined}
      data-busy={busy || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {busy ? <Loader size={32} /> : <Icon name="import" size={small ? 24 : 36} />}
      <p role="status">{say(busy ? 'imports.drop.reading' : 'imports.drop')}</p>
      <Button variant={small ? 'default' : 'filled'} disabled={busy} onClick={() => input.current?.click()}>
        {say('imports.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-label={say('imports.choose')}
        accept=".csv,.txt,.xlsx,.json,.ndjson,application/json,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = ''; // the same file can be chosen again after correcting it
        }}
      />
    </div>
  );
}
