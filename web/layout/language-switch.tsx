import type { Language } from '../i18n/language.ts';
import { chooseLanguage, useTexts } from '../i18n/texts.ts';

export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['hr', 'Hrvatski'],
  ['en', 'English'],
];

/** `short` where space is limited: two letters, with the full name for screen readers. */
export function LanguageSwitch({ short = false }: { short?: boolean }) {
  const { say, language } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a pair of buttons
    <div className="languages" role="group" aria-label={say('app.language')}>
      {LANGUAGES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={language === code}
          aria-label={short ? `${code.toUpperCase()} ${name}` : undefined}
          onClick={() => void chooseLanguage(code)}
        >
          {short ? code.toUpperCase() : name}
        </button>
      ))}
    </div>
  );
}
