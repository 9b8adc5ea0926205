import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Document } from '../../client/wire-types.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';

/** Opens a document on the page; being a link, also in a new tab. */
export const DocumentLink = ({
  document: { id },
  className,
  children,
}: {
  readonly document: Document;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <Link to="." search={(before) => ({ ...before, document: String(id) })} className={className} preload={false}>
    {children}
  </Link>
);

const KILOBYTE = 1024;
const UNITS = ['KB', 'MB'] as const;

/** `66 KB`, `2,4 MB`. */
export function sizeOf({ size }: Pick<Document, 'size'>, language: Language): string {
  const kilobytes = Math.max(1, size / KILOBYTE);
  const [value, unit] = kilobytes < KILOBYTE ? [Math.round(kilobytes), UNITS[0]] : [kilobytes / KILOBYTE, UNITS[1]];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)}\u00a0${unit}`;
}

/** `2024.` in Croatian, where a year is an ordinal. */
export const yearOf = (year: number, language: Language): string => (language === 'hr' ? `${year}.` : String(year));

/** `10 stranica · 66 KB`. */
export const extentOf = (document: Document, say: Say, language: Language): string =>
  `${say('documents.pages', { count: document.pages })} · ${sizeOf(document, language)}`;
