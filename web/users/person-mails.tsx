import type { MailItem } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Icon } from '../components/frame/icons.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';
import { useList } from '../components/table/use-list.ts';
import { type TextKey, useTexts } from '../i18n/texts.ts';
import { personPartKey } from '../people/people-queries.ts';
import { PersonPartList } from './person-part-list.tsx';

/** E-mails to the person, and whether they were sent. */
export function PersonMails({ id }: { id: number }) {
  const { say } = useTexts();
  const list = useList(personPartKey(id, 'mails'), (cursor) =>
    service.mails.list({ user_id: id, limit: 30, ...(cursor ? { cursor } : {}) }),
  );
  return (
    <PersonPartList
      list={list}
      empty={say('users.mails.none')}
      show={(mail) => <MailLine key={mail.id} mail={mail} />}
    />
  );
}

function MailLine({ mail }: { mail: MailItem }) {
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
