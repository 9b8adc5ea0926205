import { inlineStyles, type StyleName, styleSheet } from './mail-look.ts';
import type { MailSection } from './render-mail.ts';

/** The HTML alternative: every value escaped, no image, script, font or sheet from anywhere, nothing that tells it was read. */
export function renderHtml(subject: string, sections: readonly MailSection[]): string {
  const bodies = sections.map(sectionHtml).join(`<hr${look('rule')}>`);
  const footers = sections.map(
    ({ language, footer }) => `<p lang="${language}"${look('footer')}>${escaped(footer)}</p>`,
  );
  return `<!doctype html>
<html lang="${sections[0]?.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${styleSheet}</style></head>
<body${look('page')}><div${look('card')}><p${look('brand')}>Iskaznica</p>
${bodies}
</div>
${footers.join('\n')}</body></html>
`;
}

function sectionHtml({ language, greeting, text, link, code }: MailSection): string {
  const parts = [
    paragraph('paragraph', greeting),
    ...text.paragraphs.map((line) => paragraph('paragraph', line)),
    ...(code === undefined ? [] : [paragraph('code', code)]),
    ...(link === undefined ? [] : [buttonHtml(link, text.button?.label ?? link)]),
    ...text.notes.map((line) => paragraph('note', line)),
  ];
  return `<div lang="${language}">\n${parts.join('\n')}\n</div>`;
}

/** The plain address follows the button, for programs that show none and people who look before they click. */
function buttonHtml(link: string, label: string): string {
  const target = escaped(link);
  return `<p${look('action')}><a href="${target}"${look('button')}>${escaped(label)}</a></p>
<p${look('address')}><a href="${target}"${look('link')}>${target}</a></p>`;
}

const paragraph = (name: StyleName, text: string): string => `<p${look(name)}>${escaped(text)}</p>`;

const look = (name: StyleName): string => ` class="${name}" style="${escaped(inlineStyles[name])}"`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
