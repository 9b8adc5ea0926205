import type { User } from '../../client/wire-types.ts';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';

type Reachable = Pick<User, 'telefon' | 'email' | 'full_name'>;

const callAddress = ({ telefon }: Reachable): string => `tel:${telefon.replace(/[^+\d]/g, '')}`;
/** An address may contain characters with a meaning in URLs. */
const mailAddress = ({ email }: Reachable): string => `mailto:${email.replace(/[%?&#\s]/g, encodeURIComponent)}`;

/** Call and write in one click. No call button without a phone number. */
export function ContactLinks({ person, words = false }: { person: Reachable; words?: boolean }) {
  const { say } = useTexts();
  const name = nameOf(person);
  return (
    <span className="contacts" data-words={words || undefined}>
      {person.telefon !== '' && (
        <a href={callAddress(person)} aria-label={say('users.call.to', { name })} title={person.telefon}>
          <Icon name="phone" size={18} />
          {words && <span>{say('users.call')}</span>}
        </a>
      )}
      <a href={mailAddress(person)} aria-label={say('users.mail.to', { name })} title={person.email}>
        <Icon name="mail" size={18} />
        {words && <span>{say('users.mail')}</span>}
      </a>
    </span>
  );
}
