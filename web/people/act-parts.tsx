import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sayRefused } from '../components/connection/acted.tsx';
import { ProgressCard } from '../components/connection/progress-card.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { asClock } from '../components/frame/countdown.ts';
import { DownloadMenu } from '../components/table/download-menu.tsx';
import { useTexts } from '../i18n/texts.ts';

interface ActProgressProps {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly pace: { readonly rate: number; readonly secondsLeft: number } | undefined;
  /** How many of how many, how fast, and how long it takes, in the words of its kind. */
  readonly words: {
    readonly done: (counts: { done: string; total: string; count: number }) => string;
    readonly rate: (count: { count: number; number: string }) => string;
    readonly left: (time: { clock: string }) => string;
  };
  /** That the page may be left. */
  readonly hint: string | undefined;
}

/** The progress of an act on many people, and of its undoing. */
export function ActProgress({ name, done, total, pace, words, hint }: ActProgressProps) {
  const { language } = useTexts();
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const rate = pace && Math.round(pace.rate);
  return (
    <ProgressCard
      name={name}
      done={done}
      total={total}
      words={[
        words.done({ done: number(done), total: number(total), count: total }),
        rate ? words.rate({ count: rate, number: number(rate) }) : undefined,
        pace && words.left({ clock: asClock(pace.secondsLeft) }),
      ]}
    >
      {hint !== undefined && <p className="hint">{hint}</p>}
    </ProgressCard>
  );
}

interface ActReportProps {
  readonly label: string;
  readonly fileName: string;
  readonly fetchFile: (format: 'csv' | 'xlsx') => Promise<Blob>;
}

/** What became of each row, as a file. */
export function ActReport(props: ActReportProps) {
  const { say } = useTexts();
  const formats = [
    { format: 'xlsx', label: say('download.xlsx') },
    { format: 'csv', label: say('download.csv') },
  ] as const;
  return <DownloadMenu {...props} formats={formats} />;
}

interface ActUndoProps<Preview, Undone> {
  readonly label: string;
  readonly title: string;
  readonly danger?: boolean;
  readonly previewKey: readonly unknown[];
  readonly loadPreview: () => Promise<Preview>;
  /** How many undoing would reach. */
  readonly reaches: (preview: Preview) => number;
  readonly confirm: (preview: Preview) => string;
  readonly undo: () => Promise<Undone>;
  readonly onUndone: (undone: Undone) => unknown;
  /** What undoing would do and what it would leave. */
  readonly children: (preview: Preview) => ReactNode;
}

/** Undoes an act on many people, after showing whom that reaches. */
export function ActUndo<Preview, Undone>(props: ActUndoProps<Preview, Undone>) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {props.label}
      </Button>
      {asked && <UndoQuestion {...props} onClose={() => setAsked(false)} />}
    </>
  );
}

function UndoQuestion<Preview, Undone>({
  title,
  danger = false,
  previewKey,
  loadPreview,
  reaches,
  confirm,
  undo,
  onUndone,
  children,
  onClose,
}: ActUndoProps<Preview, Undone> & { onClose: () => void }) {
  const { say, language } = useTexts();
  const preview = useQuery({ queryKey: previewKey, queryFn: loadPreview, gcTime: 0 });
  const undoing = useMutation({
    mutationFn: undo,
    onSuccess: onUndone,
    onError: (error) => sayRefused(error, say, language),
    onSettled: onClose,
  });
  const reached = preview.data === undefined ? 0 : reaches(preview.data);
  const nothing = preview.isSuccess && reached === 0;
  return (
    <QuestionDialog
      title={title}
      confirm={preview.data === undefined || nothing ? say('app.close') : confirm(preview.data)}
      danger={danger && !nothing}
      busy={undoing.isPending || preview.isPending}
      onConfirm={() => (nothing ? onClose() : undoing.mutate())}
      onClose={onClose}
    >
      {preview.data === undefined ? <Loader size={20} /> : children(preview.data)}
    </QuestionDialog>
  );
}
