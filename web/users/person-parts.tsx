import type { ReactNode } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { AuditItem, ManagedConsent } from '../../client/wire-types.ts';
import { auditSentence } from '../audit-sentences/audit-sentence.ts';
import { service } from '../auth/service.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { personPartKey } from '../people/people-queries.ts';
import { PersonSkeleton } from './person-skeleton.tsx';

interface PersonPartListProps<Item> {
  readonly list: ReturnType<typeof useList<Item>>;
  readonly empty: string;
  readonly show: (item: Item) => ReactNode;
}

/** A list in a tab of the drawer, newest first. */
function PersonPartList<Item>({ list, empty, show }: PersonPartListProps<Item>) {
  const { items, query } = list;
  if (query.isPending) return <PersonSkeleton />;
  if (query.isError && items.length === 0) return <ProblemNotice error={query.error} />;
  if (items.length === 0)
    return (
      <div className="empty">
        <p role="status">{empty}</p>
      </div>
    );
  return (
    <>
      <ul className="part-list">{items.map(show)}</ul>
      <ListFoot list={list} />
    </>
  );
}

/** The person's consents; read-only for everybody else. */
export function PersonConsents({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'consents'), (cursor) =>
    service.call('GET /api/admin/gdpr/consents', { user_id: id, cursor }),
  );
  return (
    <PersonPartList
      list={list}
      empty={say('users.consents.none')}
      show={(consent) => <ConsentLine key={consent.consent_id} consent={consent} />}
    />
  );
}

const KNOWN = ['necessary', 'analytics', 'marketing', 'preferences', 'functional'];

function ConsentLine({ consent }: { consent: ManagedConsent }) {
  const { say, language } = useTexts();
  const { policy_version: version, categories, recorded_at } = consent;
  return (
    <li className="part-line">
      <Icon name="privacy" size={24} />
      <div>
        <strong>{fully(recorded_at, language)}</strong>
        <p className="hint">{say('users.consents.version', { version })}</p>
        <p className="consent-words">
          {Object.entries(categories).map(([name, given]) => (
            <span key={name} className="pill" data-good={given ? '' : undefined}>
              {KNOWN.includes(name) ? say(`users.consents.${name}` as TextKey) : name}:{' '}
              {say(given ? 'users.consents.yes' : 'users.consents.no')}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}

/** E-mails to the person, and whether they were sent. */
export function PersonMails({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'mails'), (cursor) =>
    service.call('GET /api/admin/mails', { user_id: id, limit: 30, cursor }),
  );
  return (
    <PersonPartList
      list={list}
      empty={say('users.mails.none')}
      show={(mail) => <MailLine key={mail.id} mail={mail} />}
    />
  );
}

function MailLine({ mail }: { mail: Answer<'POST /api/admin/mails/{id}/resend'> }) {
  const { say, language } = useTexts();
  const { kind, state, to_address, sent_at, created_at } = mail;
  const at = sent_at ?? created_at;
  return (
    <li className="part-line">
      <Icon name={state === 'failed' ? 'warning' : 'mail'} size={24} />
      <div>
        <strong>{say(`mails.kind.${kind}` as TextKey)}</strong>
        <p className="hint">{nameOrAddress({ full_name: '', email: to_address })}</p>
        <p className="hint">
          {say(`mails.state.${state}` as TextKey)} ·{' '}
          <span title={fully(at, language)}>{recently(at, say, language)}</span>
        </p>
      </div>
    </li>
  );
}

/** Activity on the account, by the person and by others, in sentences. */
export function PersonRecords({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'records'), (cursor, signal) =>
    service.call('GET /api/admin/audit', { user_id: id, limit: 30, cursor }, signal),
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
