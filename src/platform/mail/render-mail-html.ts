import { type Colour, type ReadableShades, readableShades } from '../kernel/readable-colour.ts';
import type { MailSection } from './render-mail.ts';

/** The service's own deep Adriatic blue. */
const OWN = { on_light: '#0b4a75', on_dark: '#8fc7ee' } as const;

/** The styles of a mail, in the tenant's colour or else the service's. */
interface MailStyles {
  readonly inline: Readonly<Record<StyleName, string>>;
  readonly sheet: string;
}

export function mailStyles(color: Colour | null): MailStyles {
  const shades = color === null ? OWN : readableShades(color);
  return { inline: inlineStyles(shades), sheet: styleSheet(shades) };
}

/**
 * The style of all mails: one colour, warm greys, no external resources. Light colours are `style` attributes, since some mail
 * programs drop the style sheet; the sheet adds the dark ones. Names and reasons may be one long word, which must not make the mail
 * wider than a phone.
 */
const inlineStyles = ({ on_light }: ReadableShades) => ({
  page: 'margin:0;padding:24px 16px;background:#f4f2ef;color:#23262b;font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dedad4;border-radius:8px;overflow-wrap:anywhere;word-break:break-word',
  brand: `margin:0 0 24px;padding:0 0 16px;border-bottom:3px solid ${on_light};color:${on_light};font-size:20px;font-weight:700`,
  logo: 'display:block;margin:0 0 12px;max-width:240px;max-height:40px;background:#ffffff;border-radius:4px',
  paragraph: 'margin:0 0 16px',
  code: `margin:24px 0;font-size:32px;font-weight:700;letter-spacing:2px;color:${on_light}`,
  action: 'margin:24px 0',
  button: `display:inline-block;padding:12px 24px;border-radius:8px;background:${on_light};color:#ffffff;font-weight:600;text-decoration:none`,
  address: 'margin:0 0 16px;font-size:14px;color:#4f545c;word-break:break-all',
  link: `color:${on_light}`,
  note: 'margin:0 0 16px;font-size:14px;color:#4f545c',
  rule: 'margin:32px 0;border:0;border-top:1px solid #dedad4',
  footer: 'max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#5c6169',
});

type StyleName = keyof ReturnType<typeof inlineStyles>;

/** `[data-ogsc]` selects Outlook's dark mode. `!important` overrides the `style` attributes. */
const styleSheet = ({ on_dark }: ReadableShades): string =>
  `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules('', on_dark)}}
${darkRules('[data-ogsc] ', on_dark)}`;

function darkRules(prefix: string, color: Colour): string {
  const rules = {
    '.page': 'background:#14171b!important;color:#e8e5e0!important',
    '.card': 'background:#1d2126!important;border-color:#383d44!important',
    '.brand': `color:${color}!important;border-color:${color}!important`,
    '.code,.link': `color:${color}!important`,
    '.button': `background:${color}!important;color:#0a2438!important`,
    '.address,.note,.footer': 'color:#b4b8be!important',
    '.rule': 'border-color:#383d44!important',
  };
  const prefixed = (selectors: string) =>
    selectors
      .split(',')
      .map((selector) => prefix + selector)
      .join(',');
  return Object.entries(rules)
    .map(([selectors, declarations]) => `${prefixed(selectors)}{${declarations}}`)
    .join('');
}

/** The header of a mail: whom it is from. */
export interface MailHead {
  readonly name: string;
  /** The `cid:` address of the attached picture. */
  readonly logo: string | undefined;
  readonly styles: MailStyles;
}

/** The HTML alternative: every value escaped, no external image, script, font or style sheet, no tracking. */
export function renderHtml(subject: string, sections: readonly MailSection[], head: MailHead): string {
  const styled = styleAttributesOf(head.styles);
  const bodies = sections.map((section) => sectionHtml(section, styled)).join(`<hr${styled('rule')}>`);
  const footers = sections.map(
    ({ language, footer }) => `<p lang="${language}"${styled('footer')}>${escaped(footer)}</p>`,
  );
  return `<!doctype html>
<html lang="${sections[0]?.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${head.styles.sheet}</style></head>
<body${styled('page')}><div${styled('card')}><p${styled('brand')}>${logoHtml(head, styled)}${escaped(head.name)}</p>
${bodies}
</div>
${footers.join('\n')}</body></html>
`;
}

/** Without alternative text, since the name follows the picture. */
const logoHtml = ({ logo }: MailHead, styled: StyleAttributes): string =>
  logo === undefined ? '' : `<img src="${escaped(logo)}" alt="" height="40"${styled('logo')}>`;

function sectionHtml({ language, greeting, text, link, code }: MailSection, styled: StyleAttributes): string {
  const paragraph = (name: StyleName, line: string): string => `<p${styled(name)}>${escaped(line)}</p>`;
  const parts = [
    paragraph('paragraph', greeting),
    ...text.paragraphs.map((line) => paragraph('paragraph', line)),
    ...(code === undefined ? [] : [paragraph('code', code)]),
    ...(link === undefined ? [] : [buttonHtml(link, text.button?.label ?? link, styled)]),
    ...text.notes.map((line) => paragraph('note', line)),
  ];
  return `<div lang="${language}">\n${parts.join('\n')}\n</div>`;
}

/** The plain address follows the button, for programs without buttons and people who check before they click. */
function buttonHtml(link: string, label: string, styled: StyleAttributes): string {
  const target = escaped(link);
  return `<p${styled('action')}><a href="${target}"${styled('button')}>${escaped(label)}</a></p>
<p${styled('address')}><a href="${target}"${styled('link')}>${target}</a></p>`;
}

/** The style attributes of an element, by the name of its style. */
type StyleAttributes = (name: StyleName) => string;

const styleAttributesOf =
  ({ inline }: MailStyles): StyleAttributes =>
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
