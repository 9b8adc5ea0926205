import type { TenantColumn } from '../../src/accounts/tenant-admin/export-tenants.ts';
import { onDay } from '../components/frame/times.ts';
import type { Column } from '../components/table/data-table.tsx';
import { CutText, When } from '../components/table/table-cells.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';
import { TenantMenu } from './tenant-menu.tsx';
import { TenantName } from './tenant-name.tsx';
import type { TenantRow } from './tenant-rows.ts';

export const TENANTS_TABLE: TableOptions = {
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
  /** Only where some stand below others. */
  readonly onFold: ((row: TenantRow, open: boolean) => void) | undefined;
}

/** The columns of the list of tenants. */
export const tenantColumns = ({
  say,
  language,
  dense,
  onFold,
}: TenantColumnsProps): readonly Column<TenantRow, TenantColumn>[] => [
  {
    key: 'name',
    always: true,
    head: say('column.name'),
    grows: true,
    sort: { up: 'name', down: '-name' },
    file: ['name', ...(dense ? [] : ['slug' as const])],
    show: (row) => <TenantName row={row} dense={dense} onFold={onFold} />,
  },
  {
    key: 'slug',
    head: say('column.slug'),
    width: 220,
    wideOnly: 'tablet',
    show: ({ slug }) => <CutText text={slug} />,
  },
  {
    key: 'publisher',
    head: say('column.yearbooks'),
    width: 140,
    narrowWidth: 116,
    ...(onFold ? { wideOnly: true } : {}), // a phone has room for the names of a tree alone
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
    head: say('column.since'),
    width: 140,
    sort: { up: 'created', down: '-created', first: 'down' },
    wideOnly: true,
    show: ({ created_at: at }) => <When at={at} words={onDay(at, language)} language={language} />,
  },
  ...(onFold
    ? [
        {
          key: 'acts',
          always: true,
          head: say('tenants.column.acts'),
          width: 88,
          narrowWidth: 72,
          screenOnly: true,
          file: [],
          show: (row: TenantRow) => <TenantMenu tenant={row} />,
        },
      ]
    : []),
];
