import type { SameKeys } from './language.ts';
import type { texts as hr } from './lists-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'list.more': 'Show more',
  'list.total_one': '{{count}} entry',
  'list.total_few': '{{count}} entries',
  'list.total_other': '{{count}} entries',
  'list.capped': 'more than {{count}}',
  'list.choose': 'Select: {{name}}',
  'list.chooseAll': 'Select all shown',
  'list.chosen_one': '{{count}} selected',
  'list.chosen_few': '{{count}} selected',
  'list.chosen_other': '{{count}} selected',
  'list.unchoose': 'Clear selection',
  'list.clear': 'Clear filters',
  'list.clearSearch': 'Clear search',
  'list.nothing': 'Nothing matches the filters.',
  'list.open': 'Open: {{name}}',
  'download.list': 'Download list',
  'download.print': 'Print the whole list',
  'download.print.many': 'There are too many to print. Narrow the list or download the file.',
  'download.xlsx': 'Excel (XLSX)',
  'download.csv': 'Table (CSV)',
};
