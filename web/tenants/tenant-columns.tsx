import type { Tenant } from '../../client/wire-types.ts';
import { onDay } from '../components/frame/times.ts';
import type { Column } from '../components/table/data-table.tsx';
import { CutText, DenseName, When } from '../components/table/table-cells.tsx';
import type { TableLook } from '../components/table/table-look.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';

export const TENANTS_TABLE: TableLook = {
  name: 'tenants',
  roomy: ['publisher', 'since'],
  dense: ['slug', 'publisher', 'since'],
  kept: ['q', 'sort'], // names of clubs, nobody's
  cleared: [],
};

interface TenantColumnsProps {
  readonly say: Say;
  readonly language: Language;
  readonly dense: boolean;
}

/** The columns of the list of tenants. */
export const tenantColumns = ({ say, language, dense }: TenantColumnsProps): readonly Column<Tenant>[] => [
  {
    key: 'name',
    always: true,
    head: say('tenants.name'),
    grows: true,
    sort: { up: 'name', down: '-name' },
    file: ['name', ...(dense ? [] : ['slug'])],
    show: ({ name, slug }) =>
      dense ? (
        <DenseName words={name} />
      ) : (
        <div className="person-words">
          <strong className="cut" dir="auto">
            {name}
          </strong>
          <span className="cut hint-line">{slug}</span>
        </div>
      ),
  },
  {
    key: 'slug',
    head: say('tenants.slug'),
    width: 220,
    wideOnly: 'tablet',
    show: ({ slug }) => <CutText text={slug} />,
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
    show: ({ created_at: at }) => <When at={at} words={onDay(at, language)} language={language} />,
  },
];
