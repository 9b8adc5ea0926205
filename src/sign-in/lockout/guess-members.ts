import { type TProperties, Type } from 'typebox';
import { instant } from '../../platform/http/wire.ts';

const figures = {
  count: Type.Integer({ description: 'Wrong guesses in a row' }),
  most: Type.Integer({ description: 'How many lock the account' }),
  lock_minutes: Type.Integer({ description: 'For how long' }),
};

/** Members of the refusal of a locked account. */
export const LOCKED_MEMBERS = { ...figures, locked_until: instant } satisfies TProperties;

/** Members of the refusal of a wrong guess (`wrongGuess`). */
export const GUESS_MEMBERS = {
  ...figures,
  locked_until: Type.Optional({ ...instant, description: 'Only of the guess that locks' }),
} satisfies TProperties;
