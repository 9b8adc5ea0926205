import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../accounts/users/user.ts';
import { oibText, phoneText } from '../../accounts/users/user-wire.ts';
import { choice } from '../../platform/http/wire.ts';
import { TYPED_DIGITS } from '../../platform/kernel/typed-code.ts';

const name = Type.Optional(Type.String({ maxLength: 100 }));

export const ProfileBody = Type.Object({
  ime: name,
  prezime: name,
  full_name: Type.Optional(Type.String({ maxLength: 200 })),
  telefon: phoneText,
  phone: phoneText,
  preferred_language: Type.Optional(choice(LANGUAGES)),
  oib: oibText,
});

export type ProfileBody = Static<typeof ProfileBody>;

export const EmailBody = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }) });

export const EmailCodeBody = Type.Object({ code: Type.String({ minLength: 6, maxLength: 64, pattern: TYPED_DIGITS }) });

/** Administrators are responsible for the caller's account, so the caller may see their names and addresses. */
export const ContactsAnswer = Type.Object(
  { items: Type.Array(Type.Object({ id: Type.Integer(), full_name: Type.String(), email: Type.String() })) },
  { title: 'Contacts' },
);
