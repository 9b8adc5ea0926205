import type { AuditItem } from '../../client/wire-types.ts';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { service } from '../auth/service.ts';
import { fully, recently } from '../components/frame/times.ts';
import { useList } from '../components/table/use-list.ts';
import { useTexts } from '../i18n/texts.ts';
import { personPartKey } from '../people/people-queries.ts';
import { PersonPartList } from './person-part-list.tsx';

/** Activity on the account, by the person and by others, in sentences. */
export function PersonRecords({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'records'), (cursor, signal) =>
    service.audit.list({ user_id: id, limit: 30, ...(cursor ? { cursor } : {}) }, signal),
  );
  return (
    <PersonPartList
      list={list}
      empty={say('users.records.none')}
      show={(record) => <RecordLine key={record.id} record={record} personId={id} />}
    />
  );
}

function RecordLine({ record, personId }: { record: AuditItem; personId: number }) {
  const { say, language } = useTexts();
  const { act, actor, note } = auditSentence(record, say);
  const other = record.actor_id !== personId && actor;
  return (
    <li className="part-line">
      <div>
        <strong className="record-act">{act}</strong>
        {note && <p className="hint">{note}</p>}
        <p className="hint">
          <span title={fully(record.at, language)}>{recently(record.at, say, language)}</span>
          {other && (
            <>
              {' · '}
              <span dir="auto">{other}</span>
            </>
          )}
          {record.ip && ` · ${record.ip}`}
        </p>
      </div>
    </li>
  );
}
