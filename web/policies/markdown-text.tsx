import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

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
