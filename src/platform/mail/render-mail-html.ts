import type { MailStyles, StyleName } from './mail-look.ts';
import type { MailSection } from './render-mail.ts';

/** The header of a mail: whom it is from. */
export interface MailHead {
  readonly name: string;
  /** The `cid:` address of the attached picture. */
  readonly logo: string | undefined;
  readonly styles: MailStyles;
}

/** The HTML alternative: every value escaped, no external image, script, font or style sheet, no tracking. */
export function renderHtml(subject: string, sections: readonly MailSection[], head: MailHead): string {
  const look = lookOf(head.styles);
  const bodies = sections.map((section) => sectionHtml(section, look)).join(`<hr${look('rule')}>`);
  const footers = sections.map(
    ({ language, footer }) => `<p lang="${language}"${look('footer')}>${escaped(footer)}</p>`,
  );
  return `<!doctype html>
<html lang="${sections[0]?.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${head.styles.sheet}</style></head>
<body${look('page')}><div${look('card')}><p${look('brand')}>${logoHtml(head, look)}${escaped(head.name)}</p>
${bodies}
</div>
${footers.join('\n')}</body></html>
`;
}

/** Without alternative text, since the name follows the picture. */
const logoHtml = ({ logo }: MailHead, look: Look): string =>
  logo === undefined ? '' : `<img src="${escaped(logo)}" alt="" height="40"${look('logo')}>`;

function sectionHtml({ language, greeting, text, link, code }: MailSection, look: Look): string {
  const paragraph = (name: StyleName, line: string): string => `<p${look(name)}>${escaped(line)}</p>`;
  const parts = [
    paragraph('paragraph', greeting),
    ...text.paragraphs.map((line) => paragraph('paragraph', line)),
    ...(code === undefined ? [] : [paragraph('code', code)]),
    ...(link === undefined ? [] : [buttonHtml(link, text.button?.label ?? link, look)]),
    ...text.notes.map((line) => paragraph('note', line)),
  ];
  return `<div lang="${language}">\n${parts.join('\n')}\n</div>`;
}

/** The plain address follows the button, for programs without buttons and people who check before they click. */
function buttonHtml(link: string, label: string, look: Look): string {
  const target = escaped(link);
  return `<p${look('action')}><a href="${target}"${look('button')}>${escaped(label)}</a></p>
<p${look('address')}><a href="${target}"${look('link')}>${target}</a></p>`;
}

/** The style attributes of an element, by the name of its style. */
type Look = (name: StyleName) => string;

const lookOf =
  ({ inline }: MailStyles): Look =>
  (name) =>
    ` class="${name}" style="${escaped(inline[name])}"`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
