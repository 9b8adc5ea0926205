import type { ListedMail } from '../../client/wire-types.ts';
import type { MailKind, MailState } from '../../src/mail/mail.ts';
import { mailErrorKey } from '../../src/words/mail-error.ts';
import { nameOrAddress } from '../components/erased-person.ts';
import { Icon, type IconName } from '../components/icons.tsx';
import { fully, recently } from '../components/times.ts';
import { walkLines } from '../components/walk-lines.ts';
import { useTexts } from '../i18n/texts.ts';

const ICONS: Record<MailState, IconName> = {
  queued: 'clock',
  sending: 'clock',
  sent: 'done',
  failed: 'warning',
  cancelled: 'close',
};

const walk = walkLines('button.mail-row');

interface MailRowProps {
  readonly mail: ListedMail;
  readonly open: boolean;
  readonly onOpen: (mail: ListedMail) => void;
}

/** One e-mail on a line: recipient, kind, status, and since when. */
export function MailRow({ mail, open, onOpen }: MailRowProps) {
  const { say, language } = useTexts();
  const to = nameOrAddress({ full_name: '', email: mail.to_address });
  const { user_name, attempts, last_error, created_at, sent_at } = mail;
  const at = sent_at ?? created_at;
  const tried = attempts > 1 || (attempts === 1 && mail.state !== 'sent');
  return (
    <button
      type="button"
      className="mail-row"
      aria-haspopup="dialog"
      data-open={open || undefined}
      onClick={() => onOpen(mail)}
      onKeyDown={walk}
    >
      <span className="mail-icon" data-state={mail.state}>
        <Icon name={ICONS[stateOf(mail)]} size={18} />
      </span>
      <span className="mail-who">
        <bdi className="record-name">{user_name || to}</bdi>
        {user_name && <small dir="auto">{to}</small>}
      </span>
      <span className="mail-what">{kindWords(mail, say)}</span>
      <span className="mail-how">
        {mail.state === 'sent' ? (
          <span className="faint">{say('mails.state.sent')}</span>
        ) : (
          <MailStatePill mail={mail} />
        )}
        {last_error && mail.state !== 'sent' && <small>{say(mailErrorKey(last_error))}</small>}
      </span>
      <span className="mail-when">
        <time dateTime={at} title={fully(at, language)}>
          {recently(at, say, language)}
        </time>
        {tried && <small>{say('mails.attempts', { count: attempts })}</small>}
      </span>
    </button>
  );
}

export function MailStatePill({ mail }: { mail: Pick<ListedMail, 'state'> }) {
  const { say } = useTexts();
  return (
    <span className="pill mail-state" data-state={mail.state}>
      {say(`mails.state.${stateOf(mail)}`)}
    </span>
  );
}

const stateOf = ({ state }: Pick<ListedMail, 'state'>): MailState => state as MailState;

export const kindWords = ({ kind }: Pick<ListedMail, 'kind'>, say: ReturnType<typeof useTexts>['say']): string =>
  say(`mails.kind.${kind as MailKind}`);
