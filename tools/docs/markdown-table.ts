/** A Markdown table. Bars and line breaks inside a cell would end it, so they are escaped. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** First line of every generated page. */
export const madeBy = (source: string): string =>
  `<!-- Made from ${source} by \`npm run fix\`. Do not edit; \`npm run check\` compares. -->`;
