import type { Language } from '../../i18n/language.ts';
import { fully, onDay } from '../frame/times.ts';

/** One line, cut where the column ends, and whole to whoever points at it. */
export const CutText = ({ text }: { readonly text: string }) => (
  <span className="cut" title={text}>
    {text}
  </span>
);

/** One line below a name. On phones and paper it is whole, and a long one goes on after its `@`. */
export function AddressLine({ email }: { readonly email: string }) {
  const [own, ...domain] = email.split(/(?=@)/);
  return (
    <span className="cut hint-line">
      {own}
      <wbr />
      {domain}
    </span>
  );
}

interface WhenProps {
  readonly at: string;
  /** As the list says it: `jučer`, `21. 11. 2026.` */
  readonly words: string;
  readonly language: Language;
  readonly hurries?: boolean;
  /** On paper the day is enough. */
  readonly dayOnPaper?: boolean;
}

/** A time in a few words, and in full to whoever points at it. */
export const When = ({ at, words, language, hurries = false, dayOnPaper = false }: WhenProps) => (
  <time
    className="firm-word"
    data-hurries={hurries || undefined}
    data-on-paper={dayOnPaper ? onDay(at, language) : undefined}
    dateTime={at}
    title={fully(at, language)}
  >
    {words}
  </time>
);

/** The name of a dense row: one line, without picture and address. */
export const DenseName = ({ words }: { words: string }) => (
  <strong className="cut dense-name" dir="auto">
    {words}
  </strong>
);
