import '../styles/mails.css';
import type { ListedMail } from '../../client/wire-types.ts';
import type { MailColumn } from '../../src/operations/outbox/export-mails.ts';
import type { MailKind, MailState } from '../../src/platform/mail/mail.ts';
import { mailErrorKey } from '../../src/platform/words/mail-error.ts';
import { Icon, type IconName } from '../components/frame/icons.tsx';
import { recently } from '../components/frame/times.ts';
import { nameOrAddress } from '../components/person/erased-person.ts';
import type { Column } from '../components/table/data-table.tsx';
import { AddressLine, CutText, DenseName, When } from '../components/table/table-cells.tsx';
import type { TableOptions } from '../components/table/table-layout.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';

export const MAILS_TABLE: TableOptions = {
  name: 'mails',
  roomy: ['kind', 'state', 'when'],
  dense: ['address', 'kind', 'state', 'when'],
  kept: ['state', 'tenant_id', 'sort'],
  cleared: ['q'],
};

const ICONS: Record<MailState, IconName> = {
  queued: 'clock',
  sending: 'clock',
  sent: 'done',
  failed: 'warning',
  cancelled: 'close',
};

interface MailColumnsProps {
  readonly say: Say;
  readonly language: Language;
  readonly dense: boolean;
}

/** Recipient, kind and state. On phones everything but the time is below the name. */
export const mailColumns = ({ say, language, dense }: MailColumnsProps): readonly Column<ListedMail, MailColumn>[] => [
  {
    key: 'to',
    always: true,
    head: say('mails.fact.to'),
    grows: true,
    file: ['person', ...(dense ? [] : ['address' as const])],
    show: (mail) => (dense ? <DenseName words={whomOf(mail)} /> : <WhomCell mail={mail} />),
  },
  {
    key: 'address',
    head: say('column.email'),
    width: 240,
    wideOnly: 'tablet',
    show: (mail) => <CutText text={addressOf(mail)} />,
  },
  {
    key: 'kind',
    head: say('column.kind'),
    width: 240,
    wideOnly: 'tablet',
    show: (mail) => <CutText text={kindWords(mail, say)} />,
  },
  {
    key: 'state',
    head: say('column.state'),
    width: 232,
    narrowWidth: 168,
    wideOnly: true,
    file: ['state', 'reason', ...(dense ? [] : ['attempts' as const])],
    show: (mail) => <StateCell mail={mail} dense={dense} />,
  },
  {
    key: 'attempts',
    head: say('column.attempts'),
    width: 104,
    wideOnly: 'tablet',
    numeric: true,
    show: ({ attempts }) => attempts,
  },
  {
    key: 'created',
    head: say('column.created'),
    width: 148,
    wideOnly: 'laptop',
    show: ({ created_at }) => when(created_at, say, language),
  },
  {
    key: 'when',
    head: say('column.time'),
    width: 148,
    narrowWidth: 132,
    file: ['created', 'sent'],
    sort: { up: 'created', down: '-created', first: 'down' },
    show: ({ sent_at, created_at }) => when(sent_at ?? created_at, say, language),
  },
];

const when = (at: string, say: Say, language: Language) => (
  <When at={at} words={recently(at, say, language)} language={language} />
);

const addressOf = ({ to_address }: ListedMail): string => nameOrAddress({ full_name: '', email: to_address });

export const whomOf = (mail: ListedMail): string => mail.user_name || addressOf(mail);

function WhomCell({ mail }: { mail: ListedMail }) {
  const { say } = useTexts();
  return (
    <div className="person-words">
      <strong className="cut" dir="auto">
        {whomOf(mail)}
      </strong>
      {mail.user_name && <AddressLine email={addressOf(mail)} />}
      <span className="cut hint-line narrow-only" data-until="tablet">
        {mail.state !== 'sent' && (
          <span className="phone-pill">
            <MailStatePill state={mail.state} />{' '}
          </span>
        )}
        {kindWords(mail, say)}
      </span>
    </div>
  );
}

function StateCell({ mail, dense }: { mail: ListedMail; dense: boolean }) {
  const { say } = useTexts();
  const { state, attempts, last_error } = mail;
  const tried = attempts > 1 || (attempts === 1 && state !== 'sent');
  const notes = [
    ...(last_error && state !== 'sent' ? [say(mailErrorKey(last_error))] : []),
    ...(tried ? [say('mails.attempts', { count: attempts })] : []),
  ].join(' · ');
  return (
    <div className="mail-how" title={notes || undefined}>
      <span className="mail-outcome">
        <span className="mail-icon" data-state={state}>
          <Icon name={ICONS[state]} size={16} />
        </span>
        {state === 'sent' ? <span className="faint">{say('mails.state.sent')}</span> : <MailStatePill state={state} />}
      </span>
      {!dense && notes !== '' && <small>{notes}</small>}
    </div>
  );
}

export const kindWords = ({ kind }: Pick<ListedMail, 'kind'>, say: Say): string =>
  say(`mails.kind.${kind as MailKind}`);

export function MailStatePill({ state }: { state: MailState }) {
  const { say } = useTexts();
  return (
    <span className="pill mail-state" data-state={state}>
      {say(`mails.state.${state}`)}
    </span>
  );
}
