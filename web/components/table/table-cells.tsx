import type { Language } from '../../i18n/language.ts';
import { fully } from '../frame/times.ts';

/** One line, cut where the column ends, and whole to whoever points at it. */
export const CutText = ({ text }: { readonly text: string }) => (
  <span className="cut" title={text}>
    {text}
  </span>
);

interface WhenProps {
  readonly at: string;
  /** As the list says it: `jučer`, `21. 11. 2026.` */
  readonly words: string;
  readonly language: Language;
  readonly hurries?: boolean;
}

/** A time in a few words, and in full to whoever points at it. */
export const When = ({ at, words, language, hurries = false }: WhenProps) => (
  <time className="firm-word" data-hurries={hurries || undefined} dateTime={at} title={fully(at, language)}>
    {words}
  </time>
);

/** The name of a dense row: one line, without picture and address. */
export const DenseName = ({ words }: { words: string }) => (
  <strong className="cut dense-name" dir="auto">
    {words}
  </strong>
);
