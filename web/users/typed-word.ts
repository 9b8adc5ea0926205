import type { User } from '../../client/wire-types.ts';
import type { Say } from '../texts/texts.ts';

const MOST_LETTERS = 60;

/** What is typed before what cannot be taken back: the name, or the address where nobody could type the name. */
export function typedWordFor({ full_name, email }: User, say: Say): { label: string; word: string } {
  const typeable =
    full_name !== '' && full_name.length <= MOST_LETTERS && /^[\p{Script=Latin}\p{M}' .-]+$/u.test(full_name);
  const word = typeable ? full_name : email;
  return { label: say(typeable ? 'users.ask.typeName' : 'users.ask.typeEmail', { word }), word };
}
