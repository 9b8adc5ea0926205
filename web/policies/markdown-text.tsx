import { Fragment, type ReactNode } from 'react';

/** Text that an administrator wrote: React elements of known kinds, never HTML. */
export const MarkdownText = ({ source }: { source: string }) => (
  <div className="policy-text" dir="auto">
    {keyed(parseMarkdown(source).map(showBlock))}
  </div>
);

function showBlock(block: Block): ReactNode {
  if (block.kind === 'rule') return <hr />;
  if (block.kind === 'paragraph') return <p>{showInlines(block.inlines)}</p>;
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return <Heading>{showInlines(block.inlines)}</Heading>;
  }
  const List = block.ordered ? 'ol' : 'ul';
  return <List>{keyed(block.items.map((item) => <li key="item">{showInlines(item)}</li>))}</List>;
}

const showInlines = (inlines: readonly Inline[]): ReactNode => keyed(inlines.map(showInline));

function showInline(inline: Inline): ReactNode {
  if (inline.kind === 'strong') return <strong>{inline.text}</strong>;
  if (inline.kind === 'em') return <em>{inline.text}</em>;
  if (inline.kind === 'text') return inline.text;
  return (
    <a href={inline.href} rel="noopener noreferrer">
      {inline.text}
    </a>
  );
}

/** The parts of a text have no identity but their place. */
const keyed = (parts: readonly ReactNode[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);

/** Part of Markdown, as data: headings, paragraphs, lists, rules, strong, emphasis, links. Everything else stays text. */
type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'rule' };

/** Bounded, so that no text makes the search slow. */
const INLINE =
  /\*\*(?<strong>[^*\n]{1,500})\*\*|\*(?<em>[^*\n]{1,500})\*|\[(?<text>[^[\]\n]{1,300})\]\((?<href>[^()\s]{1,500})\)/g;
const HEADING = /^(#{1,6})\s+(.*)$/;
const BULLET = /^[-*+]\s+(.*)$/;
const NUMBER = /^\d{1,4}[.)]\s+(.*)$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const SAFE = new Set(['https:', 'http:', 'mailto:', 'tel:']);

/** The page has its own title, so a heading of the first level is one of the second. */
function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let list: { ordered: boolean; items: string[] } | undefined;
  const close = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inlines: parseInline(paragraph.join(' ')) });
    if (list) blocks.push({ kind: 'list', ordered: list.ordered, items: list.items.map(parseInline) });
    paragraph = [];
    list = undefined;
  };
  for (const line of source.split('\n').map((one) => one.trim())) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line)?.[1];
    const item = bullet ?? NUMBER.exec(line)?.[1];
    if (line === '' || RULE.test(line)) {
      close();
      if (line !== '') blocks.push({ kind: 'rule' });
    } else if (heading) {
      close();
      const level = (heading[1]?.length ?? 0) > 2 ? 3 : 2;
      blocks.push({ kind: 'heading', level, inlines: parseInline(heading[2] ?? '') });
    } else if (item !== undefined) {
      const ordered = bullet === undefined;
      if (list?.ordered !== ordered) close();
      list = { ordered, items: [...(list?.items ?? []), item] };
    } else if (list) {
      list.items.push(`${list.items.pop() ?? ''} ${line}`); // a line that goes on
    } else paragraph.push(line);
  }
  close();
  return blocks;
}

function parseInline(text: string): Inline[] {
  const inlines: Inline[] = [];
  let after = 0;
  const plain = (end: number) => {
    if (end > after) inlines.push({ kind: 'text', text: text.slice(after, end) });
  };
  for (const match of text.matchAll(INLINE)) {
    const { strong, em, text: label, href } = match.groups ?? {};
    const safe = href === undefined ? undefined : safeAddress(href);
    if (href !== undefined && safe === undefined) continue; // stays the text that it was written as
    plain(match.index);
    if (strong !== undefined) inlines.push({ kind: 'strong', text: strong });
    else if (em !== undefined) inlines.push({ kind: 'em', text: em });
    else inlines.push({ kind: 'link', text: label ?? '', href: safe ?? '' });
    after = match.index + match[0].length;
  }
  plain(text.length);
  return inlines;
}

/** As the browser will read it. Nothing relative, and no scheme that runs a script. */
function safeAddress(href: string): string | undefined {
  const address = URL.canParse(href) ? new URL(href) : undefined; // URL.parse is too new for many a phone
  return address && SAFE.has(address.protocol) ? address.href : undefined;
}
