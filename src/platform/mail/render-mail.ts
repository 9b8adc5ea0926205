import type { MailText } from './mail-template.ts';

/** One language of a mail, values filled in. */
export interface MailSection {
  readonly language: 'hr' | 'en';
  readonly greeting: string;
  readonly text: MailText;
  readonly link: string | undefined;
  /** In two halves. */
  readonly code: string | undefined;
  readonly footer: string;
}

/** The plain text alternative. Addresses stand alone on a line, so that no punctuation sticks to them. */
export const renderText = (sections: readonly MailSection[]): string =>
  sections.map((section) => blocksOf(section).join('\n\n')).join(`\n\n${'-'.repeat(40)}\n\n`);

function blocksOf({ greeting, text, link, code, footer }: MailSection): string[] {
  return [
    greeting,
    ...text.paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(link === undefined ? [] : [`${text.button?.label}:\n${link}`]),
    ...text.notes,
    footer,
  ];
}
