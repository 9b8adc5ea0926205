import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';

interface DayFieldProps {
  readonly label: string;
  /** `2026-11-21`; empty for none. */
  readonly day: string;
  readonly error?: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

/**
 * A day as people write it, `21. 11. 2026.`: the browser's own field shows it in the browser's language, month first for many. Taken on
 * blur and Enter; the year may be left out while it is this one.
 */
export function DayField({ label, day, error, onChoose }: DayFieldProps) {
  const { say } = useTexts();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const take = () => {
    if (typed === undefined) return;
    const read = typed.trim() === '' ? '' : dayFrom(typed);
    setWrong(read === undefined);
    if (read === undefined) return;
    setTyped(undefined);
    if (read !== day) onChoose(read || undefined);
  };
  const clear = () => {
    setTyped(undefined);
    setWrong(false);
    onChoose(undefined);
  };
  return (
    <TextInput
      label={label}
      placeholder={say('day.example')}
      inputMode="numeric"
      autoComplete="off"
      data-narrows={day !== '' || undefined}
      value={typed ?? written(day)}
      error={isWrong ? say('day.wrong') : error}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      rightSection={day !== '' && <CloseButton size="sm" aria-label={say('list.clearOne')} onClick={clear} />}
    />
  );
}

/** `21. 11. 2026.` of an ISO day; empty for what is none. */
function written(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined ? '' : `${Number(date)}. ${Number(month)}. ${year}.`;
}

/** The ISO day of what somebody typed; undefined for what is no day. */
function dayFrom(typed: string): string | undefined {
  const [, iso] = /^\s*(\d{4}-\d\d-\d\d)\s*$/.exec(typed) ?? [];
  const [, date, month, year = String(new Date().getFullYear())] =
    /^\s*(\d{1,2})\s*[./\s-]\s*(\d{1,2})\s*(?:[./\s-]\s*(\d{4})?)?\s*\.?\s*$/.exec(typed) ?? [];
  const day = iso ?? `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  const at = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : day;
}
