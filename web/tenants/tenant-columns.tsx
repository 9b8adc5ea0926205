import type { Tenant } from '../../client/wire-types.ts';
import type { Column } from '../components/data-table.tsx';
import { fully, onDay } from '../components/times.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';

/** The columns of the list of tenants. */
export const tenantColumns = ({ say, language }: { say: Say; language: Language }): readonly Column<Tenant>[] => [
  {
    key: 'name',
    head: say('tenants.name'),
    grows: true,
    sort: { up: 'name', down: '-name' },
    show: ({ name, slug }) => (
      <div className="person-words">
        <strong className="cut" dir="auto">
          {name}
        </strong>
        <span className="cut hint-line">{slug}</span>
      </div>
    ),
  },
  {
    key: 'publisher',
    head: say('tenants.yearbooks'),
    width: 140,
    narrowWidth: 116,
    show: ({ publisher }) =>
      publisher ? (
        <span className="pill" data-good="">
          {say('tenants.publisher')}
        </span>
      ) : (
        <span className="faint" aria-hidden="true">
          –
        </span>
      ),
  },
  {
    key: 'since',
    head: say('tenants.since'),
    width: 140,
    sort: { up: 'created', down: '-created', first: 'down' },
    wideOnly: true,
    show: ({ created_at }) => (
      <span className="firm-word" title={fully(created_at, language)}>
        {onDay(created_at, language)}
      </span>
    ),
  },
];
