import type { Tenant } from '../../client/wire-types.ts';
import type { Column } from '../parts/data-table.tsx';
import { fully, onDay } from '../parts/times.ts';
import type { Language, Say } from '../texts/texts.ts';

/** What is told of a tenant. */
export const tenantColumns = ({ say, language }: { say: Say; language: Language }): readonly Column<Tenant>[] => [
  {
    ...{ key: 'name', head: say('tenants.name'), grows: true },
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
    ...{ key: 'publisher', head: say('tenants.yearbooks') },
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
    ...{ key: 'since', head: say('tenants.since'), wideOnly: true },
    show: ({ created_at }) => (
      <span className="firm-word" title={fully(created_at, language)}>
        {onDay(created_at, language)}
      </span>
    ),
  },
];
