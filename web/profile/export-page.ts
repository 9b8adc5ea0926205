import type { AuditAction } from '../../src/platform/audit/audit-actions.ts';
import { noteOf } from '../../src/platform/words/audit-notes.ts';
import { fully } from '../components/frame/times.ts';
import type { Language } from '../i18n/language.ts';
import type { Say, TextKey } from '../i18n/texts.ts';

type Entry = Readonly<Record<string, unknown>>;

interface Reader {
  readonly say: Say;
  readonly language: Language;
}

/** What the service stores, as `GET /api/users/me/gdpr-export` answers. */
type Export = Entry & { readonly exported_at: string; readonly information: Information | null };

/** What the file says about itself, in the language that it was asked for in. */
type Information = Entry & { readonly parts: readonly Reasons[] };

interface Reasons {
  readonly part: string;
  readonly purpose: string;
  readonly kept: string;
}

/** Facts about the file itself, which its heading says. */
const ABOUT_FILE = ['schema_version', 'exported_at', 'user_id', 'information'];

/** An export as one page to read and print, in the language of its reader. Needs the texts of `audit` and `mails`. */
export function exportPage(data: Export, reader: Reader): string {
  const { say, language } = reader;
  const title = say('own.page.title');
  const { information } = data;
  const parts = Object.entries(data).filter(([name]) => !ABOUT_FILE.includes(name));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(say('own.page.lead', { when: fully(data.exported_at, language) }))} ${escaped(say('own.page.lead.details'))}</p>
${information === null ? '' : rights(information, reader)}${parts.map(([name, part]) => section(name, part, reader, reasonsOf(name, information))).join('')}</body>
</html>
`;
}

const ABOUT_ALL = ['controller', 'policy', 'source', 'recipients', 'automated_decisions', 'rights', 'backups'];

/** What people must be told with a copy of their data (GDPR art. 15(1)). */
function rights(information: Information, reader: Reader): string {
  const lines = ABOUT_ALL.map((name) => {
    const texts = [information[name]].flat().map((text) => `<p>${escaped(String(text))}</p>`);
    return `<dt>${escaped(memberName(name, reader))}</dt><dd>${texts.join('')}</dd>\n`;
  });
  const title = escaped(reader.say('own.page.about.title'));
  return `<section>\n<h2>${title}</h2>\n<dl>\n${lines.join('')}</dl>\n</section>\n`;
}

const reasonsOf = (name: string, information: Information | null): Reasons | undefined =>
  information?.parts.find(({ part }) => part === name);

function section(name: string, part: unknown, reader: Reader, reasons: Reasons | undefined): string {
  const title = escaped(worded(`own.page.part.${name}`, name, reader));
  const { purpose = '', kept = '' } = reasons ?? {};
  const why = reasons ? `<p class="none">${escaped(reader.say('own.page.why', { purpose, kept }))}</p>\n` : '';
  return `<section>\n<h2>${title}</h2>\n${why}${contentOf(part, reader)}</section>\n`;
}

function contentOf(part: unknown, reader: Reader): string {
  const entries = (Array.isArray(part) ? part : [part]).filter((entry) => entry !== null && entry !== '');
  if (entries.length === 0) return `<p class="none">${escaped(reader.say('own.page.nothing'))}</p>\n`;
  return entries
    .map((entry) => (isEntry(entry) ? facts(entry, reader) : `<p>${valueText('', entry, reader)}</p>\n`))
    .join('');
}

/** What an entry says; empty members say nothing. */
function facts(entry: Entry, reader: Reader): string {
  const lines = Object.entries(withWords(entry, reader))
    .filter(([, said]) => !isEmpty(said))
    .map(([name, said]) => `<dt>${escaped(memberName(name, reader))}</dt><dd>${valueText(name, said, reader)}</dd>\n`);
  return `<dl>\n${lines.join('')}</dl>\n`;
}

/** Circumstances of an act as the log tells them, where it has words for them. */
function withWords(entry: Entry, { say }: Reader): Entry {
  const { action, circumstances } = entry;
  if (typeof action !== 'string' || !isEntry(circumstances)) return entry;
  return { ...entry, circumstances: noteOf(action as AuditAction, circumstances, say) || circumstances };
}

function valueText(name: string, said: unknown, reader: Reader): string {
  if (Array.isArray(said)) return said.map((one) => valueText(name, one, reader)).join(', ');
  if (isEntry(said))
    return Object.entries(said)
      .filter(([, one]) => !isEmpty(one))
      .map(([member, one]) => `${escaped(memberName(member, reader))}: ${valueText(member, one, reader)}`)
      .join('; ');
  if (typeof said === 'boolean') return escaped(reader.say(said ? 'own.page.yes' : 'own.page.no'));
  return escaped(wordsOf(name, String(said), reader));
}

/** Codes in the words that the pages use for them: the beginnings of their keys. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  action: ['audit.act.', 'bulk.act.'],
  kind: ['mails.kind.'],
  role: ['role.'],
  status: ['status.', 'privacy.one.', 'imports.status.'],
  state: ['mails.state.'],
  by: ['own.page.by.'],
  about: ['own.page.by.'],
  language: ['own.page.language.'],
  preferred_language: ['own.page.language.'],
  mode: ['own.page.mode.'],
  field: ['imports.column.'],
  end_reason: ['own.page.end.'],
};

const PURPOSES: Readonly<Record<string, TextKey>> = {
  'administration of the account': 'own.access_log.read',
  "the person's right of access": 'own.access_log.export',
};

function wordsOf(name: string, said: string, reader: Reader): string {
  if (INSTANT.test(said)) return fully(said, reader.language);
  const purpose = name === 'purpose' ? PURPOSES[said] : undefined;
  if (purpose !== undefined) return reader.say(purpose);
  if (name === 'methods')
    return said
      .split(' ')
      .map((one) => worded(`own.page.method.${one}`, one, reader))
      .join(', ');
  const key = WORDS[name]?.map((stem) => `${stem}${said}` as TextKey).find((one) => reader.say(one) !== one);
  return key === undefined ? said : reader.say(key);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const memberName = (name: string, reader: Reader): string =>
  worded(`own.page.${name}`, name.replaceAll('_', ' '), reader);

/** A key without a text comes back unchanged: a part that is newer than these words has its own name. */
function worded(key: string, known: string, { say }: Reader): string {
  const said = say(key as TextKey);
  return said === key ? known : said;
}

const isEntry = (said: unknown): said is Entry => typeof said === 'object' && said !== null && !Array.isArray(said);

const isEmpty = (said: unknown): boolean =>
  said === null || said === '' || (typeof said === 'object' && Object.keys(said as object).length === 0);

/** In text and in attributes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1c2227;
  background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; break-after: avoid; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: .2rem 1rem; margin: 0; padding: .6rem 0;
  border-top: 1px solid #dedbd6; break-inside: avoid; }
dt, .none { color: #4d575f; }
dd, dd p { margin: 0; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } }
`;
