import { type Static, Type } from 'typebox';
import { PROFILE_BODY } from '../../accounts/users/user-wire.ts';
import { choice, instant } from '../../platform/http/wire.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { TYPED_DIGITS } from '../../platform/kernel/typed-code.ts';
import { SIGN_IN_WAYS } from './sign-in-history.ts';

export const ProfileBody = Type.Object(PROFILE_BODY);

export type ProfileBody = Static<typeof ProfileBody>;

export const EmailBody = Type.Object({ email: Type.String({ minLength: 3, maxLength: 320 }) });

export const EmailCodeBody = Type.Object({ code: Type.String({ minLength: 6, maxLength: 64, pattern: TYPED_DIGITS }) });

/** Administrators are responsible for the caller's account, so the caller may see their names and addresses. */
export const ContactsAnswer = Type.Object(
  { items: Type.Array(Type.Object({ id: Type.Integer(), full_name: Type.String(), email: Type.String() })) },
  { title: 'Contacts' },
);

const where = {
  device: choice(['desktop', 'mobile', 'tablet', 'other']),
  browser: Type.String({ description: 'Such as `Chrome 142`; empty when unknown' }),
  os: Type.String({ description: 'Such as `Windows`; empty when unknown' }),
  ip: Type.String(),
};

export const OwnSession = Type.Object({
  id: Type.String(),
  ...where,
  started_at: instant,
  last_active_at: Type.Unsafe<Instant>({ ...instant, description: 'The last refresh' }),
  expires_at: instant,
  current: Type.Boolean({ description: 'The one that asks' }),
});

/** Format of `opaqueId`. */
export const SessionParams = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) });

export const EndedAnswer = Type.Object({ ended: Type.Integer() }, { title: 'EndedSessions' });

export const PastSignInItem = Type.Object({
  id: Type.Integer(),
  at: instant,
  way: choice(SIGN_IN_WAYS),
  ...where,
});
