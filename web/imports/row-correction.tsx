import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CorrectedRow, Import, ImportCells } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';
import { isFileGone } from './use-check-again.ts';

type Cells = ImportCells['rows'][number];

/** What the service shows in place of a password hash. */
const HIDDEN = '•••';

interface RowCorrectionProps {
  readonly of: Import;
  readonly cells: Cells;
  /** Of the faulty cell as it is now. */
  readonly faulty: number | null;
  /** The id of the words that say what is wrong. */
  readonly describedBy: string;
  /** Whether cells that are right can be corrected too. */
  readonly every: boolean;
  readonly onCorrected: (corrected: CorrectedRow) => void;
}

/** The cells of a row, the faulty one to type in: Enter saves and goes to the next problem, Tab saves what was changed and goes there. */
export function RowCorrection({ of, cells, faulty, describedBy, every, onCorrected }: RowCorrectionProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const saved = useRef<Record<number, string>>({});
  const correcting = useMutation({
    scope: { id: `correct-${of.id}` }, // one after the other, in the order in which they were typed
    mutationFn: ({ index, text }: { index: number; text: string }) =>
      service.call('PATCH /api/admin/imports/{id}/rows/{line}', of.id, cells.line, { cells: [{ index, text }] }),
    onSuccess: async (corrected) => {
      onCorrected(corrected);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['import', of.id] }),
        queries.invalidateQueries({ queryKey: ['import-cells', of.id, 'first'] }),
      ]);
    },
    onError: async (error, { index }) => {
      delete saved.current[index];
      sayRefused(error, say, language);
      if (isFileGone(error)) await queries.invalidateQueries({ queryKey: ['import', of.id] });
    },
  });
  const original = (index: number) => {
    const text = saved.current[index] ?? cells.cells[index] ?? '';
    return text === HIDDEN ? '' : text;
  };
  const textOf = (index: number) => texts[index] ?? original(index);
  const isChanged = (index: number) => textOf(index) !== original(index);
  const save = async (index: number) => {
    const text = textOf(index);
    saved.current[index] = text;
    return correcting.mutateAsync({ index, text }).catch(() => undefined); // it was said
  };
  const onKeyDown = async (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key === 'Escape') setTexts(({ [index]: _, ...others }) => others);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const input = event.currentTarget;
    // A line that cannot be read is right as it is taken, once somebody has seen it.
    const corrected = isChanged(index) || faulty === null ? await save(index) : null;
    if (corrected === null || (corrected !== undefined && corrected.row.outcome !== 'failed')) focusNext(input);
  };
  /** What was corrected stays open: it can be corrected once more, and nobody loses their place. */
  const isOpen = (index: number) => every || faulty === null || index === faulty || index in saved.current;
  const width = Math.max(of.columns.length, cells.cells.length);
  return (
    <div className="row-correction">
      {Array.from({ length: width }, (_, index) => ({ index, heading: of.columns[index]?.heading ?? '' })).map(
        ({ index, heading }) =>
          isOpen(index) ? (
            <TextInput
              key={index}
              size="sm"
              label={heading || say('imports.columns.nameless')}
              aria-label={say('imports.correct.cell', { heading, line: cells.line })}
              aria-describedby={describedBy}
              aria-invalid={index === faulty}
              data-problem={index === faulty || faulty === null || undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={LONGEST}
              value={textOf(index)}
              onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [index]: value }))}
              onKeyDown={(event) => onKeyDown(event, index)}
              onBlur={() => isChanged(index) && save(index)}
            />
          ) : (
            textOf(index) !== '' && (
              <span key={index} className="row-said" dir="auto">
                {textOf(index)}
              </span>
            )
          ),
      )}
    </div>
  );
}

const LONGEST = 1000;

/** The next cell that is wrong, also in another row. */
function focusNext(input: HTMLInputElement): void {
  const problems = [...document.querySelectorAll<HTMLInputElement>('.row-correction input')].filter(
    (one) => one === input || one.hasAttribute('data-problem'),
  );
  const next = problems[problems.indexOf(input) + 1];
  next?.focus();
  next?.select();
}
