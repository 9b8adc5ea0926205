import type { AuditItem } from '../../client/wire-types.ts';
import { type AuditGroup, groupOf, isKnownAction } from '../audit-sentences/audit-groups.ts';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { Icon, type IconName } from '../components/icons.tsx';
import { walkLines } from '../components/walk-lines.ts';
import { useTexts } from '../i18n/texts.ts';
import { clockTime } from './day-names.ts';

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

const walk = walkLines('button.record');

interface AuditRowProps {
  readonly record: AuditItem;
  readonly open: boolean;
  readonly onOpen: (record: AuditItem) => void;
}

/** One record on a line: when, what, and from where. */
export function AuditRow({ record, open, onOpen }: AuditRowProps) {
  const { say, language } = useTexts();
  const { note } = auditSentence(record, say);
  const alarming = ALARMING.includes(record.action);
  const icon = isKnownAction(record.action) ? ICONS[groupOf(record.action)] : 'info';
  return (
    <button
      type="button"
      className="record"
      aria-haspopup="dialog"
      data-open={open || undefined}
      onClick={() => onOpen(record)}
      onKeyDown={walk}
    >
      <time dateTime={record.at}>{clockTime(record.at, language)}</time>
      <span className="record-icon" data-alarming={alarming || undefined}>
        <Icon name={alarming ? 'warning' : icon} size={18} />
      </span>
      <span className="record-words">
        <AuditSentenceLine record={record} />
        {note && <small dir="auto">{note}</small>}
      </span>
      <span className="record-place">
        {record.device && <span>{record.device}</span>}
        {record.ip && <span>{record.ip}</span>}
      </span>
    </button>
  );
}

/** `Ana Horvat obustavlja pristup računu osobe Marko Perić.`, with the names emphasised. */
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
