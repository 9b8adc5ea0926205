import type { AuditItem } from '../../client/wire-types.ts';
import type { AuditColumn } from '../../src/privacy/audit-log/audit-sheet.ts';
import { type AuditGroup, groupOf } from '../audit-sentences/audit-groups.ts';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { Icon, type IconName } from '../components/frame/icons.tsx';
import type { Column } from '../components/table/data-table.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { AUDIT_FILTERS } from './audit-query.ts';
import { clockTime, toTheSecond } from './day-names.ts';
import type { Behind } from './use-runs.ts';

export const AUDIT_TABLE: TableOptions = {
  name: 'audit',
  roomy: ['device', 'ip'],
  dense: ['device', 'ip'],
  kept: [...AUDIT_FILTERS.filter((name) => name !== 'q' && name !== 'ip'), 'tenant_id', 'sort'],
  cleared: ['q', 'ip'],
};

const ICONS: Record<AuditGroup, IconName> = {
  signIn: 'key',
  devices: 'desktop',
  password: 'key',
  secondStep: 'mobile',
  people: 'people',
  invitations: 'invitation',
  imports: 'import',
  own: 'accounts',
  privacy: 'privacy',
  erasure: 'privacy',
  downloads: 'download',
  documents: 'document',
  service: 'tenants',
};
/** Worth a closer look. */
const ALARMING: readonly string[] = ['login.locked', 'login.ratelimit.ip', 'auth.refresh.reuse', 'erasure.fail'];

interface AuditColumnsProps {
  readonly say: Say;
  readonly language: Language;
  readonly dense: boolean;
  /** By the id of the line's record. */
  readonly behind: ReadonlyMap<number, Behind>;
  readonly toggle: (id: number) => void;
}

/** When, what, and from where. */
export const auditColumns = ({
  say,
  language,
  dense,
  behind,
  toggle,
}: AuditColumnsProps): readonly Column<AuditItem, AuditColumn>[] => [
  {
    key: 'at',
    always: true,
    head: say('column.time'),
    width: 92,
    narrowWidth: 84,
    sort: { up: 'created', down: '-created', first: 'down' },
    show: ({ at }) => (
      <time className="record-time" dateTime={at} title={toTheSecond(at, language)}>
        {clockTime(at, language)}
      </time>
    ),
  },
  {
    key: 'what',
    always: true,
    head: say('audit.column.what'),
    grows: true,
    file: ['who', 'act', 'about', 'details'],
    show: (record) => <WhatCell record={record} dense={dense} behind={behind.get(record.id)} toggle={toggle} />,
  },
  {
    key: 'device',
    head: say('column.device'),
    width: 188,
    wideOnly: 'tablet',
    show: ({ device }) => device && <span className="cut record-place">{device}</span>,
  },
  {
    key: 'ip',
    head: say('column.ip'),
    width: 136,
    wideOnly: true,
    show: ({ ip }) => ip && <span className="cut record-place">{ip}</span>,
  },
  {
    key: 'action',
    head: say('audit.column.action'),
    file: ['code'],
    width: 188,
    wideOnly: 'laptop',
    show: ({ action }) => <code className="cut record-code">{action}</code>,
  },
];

interface WhatCellProps {
  readonly record: AuditItem;
  readonly dense: boolean;
  readonly behind: Behind | undefined;
  readonly toggle: (id: number) => void;
}

function WhatCell({ record, dense, behind, toggle }: WhatCellProps) {
  const { say } = useTexts();
  const { note } = auditSentence(record, say);
  const alarming = ALARMING.includes(record.action);
  const group = groupOf(record.action);
  const icon = group === undefined ? 'info' : ICONS[group];
  return (
    <div className="record">
      <span className="record-icon" data-alarming={alarming || undefined}>
        <Icon name={alarming ? 'warning' : icon} size={dense ? 16 : 18} />
      </span>
      <span className="record-words">
        <AuditSentenceLine record={record} />
        {note && <small dir="auto">{note}</small>}
        {behind && (
          <button
            type="button"
            className="run-toggle"
            aria-expanded={behind.isOpen}
            onClick={(event) => {
              event.stopPropagation(); // the line itself opens its record
              toggle(record.id);
            }}
          >
            {behind.isOpen ? say('audit.run.close') : say('audit.run.open', { count: behind.others + 1 })}
          </button>
        )}
      </span>
    </div>
  );
}

/** The sentence and its hour, as screen readers name the row. */
export const recordName = (record: AuditItem, say: Say, language: Language): string =>
  `${clockTime(record.at, language)}, ${auditSentence(record, say)
    .parts.map(({ text }) => text)
    .join('')}`;

/** `Ana Horvat: obustavljen pristup računu osobe Marko Perić.`, with the names emphasised. */
export function AuditSentenceLine({ record }: { record: Parameters<typeof auditSentence>[0] }) {
  const { say } = useTexts();
  const { parts } = auditSentence(record, say);
  let place = 0;
  return (
    <span className="sentence">
      {parts.map(({ text, isName }) => {
        place += text.length;
        return isName ? (
          <bdi key={place} className="record-name">
            {text}
          </bdi>
        ) : (
          text
        );
      })}
    </span>
  );
}
