import type { User } from '../../client/wire-types.ts';
import type { Say } from '../i18n/texts.ts';

const MOST_LETTERS = 60;

/** What must be typed before something irreversible: the name, or the address when the name is hard to type. */
export function typedWordFor({ full_name, email }: User, say: Say): { label: string; word: string } {
  const typeable =
    full_name !== '' && full_name.length <= MOST_LETTERS && /^[\p{Script=Latin}\p{M}' .-]+$/u.test(full_name);
  const word = typeable ? full_name : email;
  return { label: say(typeable ? 'users.ask.typeName' : 'users.ask.typeEmail', { word }), word };
}
