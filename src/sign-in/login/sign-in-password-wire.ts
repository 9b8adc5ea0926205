import { Type } from 'typebox';
import { Password } from '../passwords/passwords-wire.ts';
import { OptionalTotp } from './totp-factor.ts';

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Password,
  totp: OptionalTotp,
});
