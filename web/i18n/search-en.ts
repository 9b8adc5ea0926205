import type { SameKeys } from './language.ts';
import type { texts as hr } from './search-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'search.title': 'Search people, documents and pages',
  'search.placeholder': 'Name, e-mail, document, page…',
  'search.placeholder.documents': 'Document or page…',
  'search.found': 'Results',
  'search.group.person': 'People',
  'search.group.document': 'Documents',
  'search.group.page': 'Pages',
  'search.all': 'Everyone matching “{{q}}”',
  'search.none': 'Nothing matches “{{q}}”. Try the start of a name or title.',
  'search.count_one': '{{count}} result',
  'search.count_few': '{{count}} results',
  'search.count_other': '{{count}} results',
};
