import { Type } from 'typebox';

/** What people may paste around forty characters or eleven digits. */
const PASTED = 120;

export const phoneText = Type.Optional(
  Type.String({
    maxLength: PASTED,
    description:
      'Digits, spaces and `+ - ( ) / .`, 40 at most; other spaces and dashes are made plain, what is invisible goes',
  }),
);

export const oibText = Type.Optional(
  Type.String({ maxLength: PASTED, description: 'Empty, or 11 digits with the right check digit; spaces go' }),
);
