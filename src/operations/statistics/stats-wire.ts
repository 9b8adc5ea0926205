import { Type } from 'typebox';
import { invalidField } from '../../platform/http/request-refusal.ts';
import { idOf, nullableInstant } from '../../platform/http/wire.ts';
import { type TimeZone, timeZone } from '../../platform/kernel/time-zone.ts';

export const StatsQuery = Type.Object({
  tenant_id: Type.Optional(idOf()),
  tz: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z0-9_+:/-]+$',
      description:
        'Whose days are counted: an IANA time zone (`Europe/Zagreb`) or an offset (`+02:00`); without it UTC',
    }),
  ),
});

/** @throws InvalidRequest (422) for an unknown zone */
export function zoneOf(tz = 'UTC'): TimeZone {
  const zone = timeZone(tz);
  if (zone === undefined) throw invalidField('query', 'tz', 'time_zone', 'Takve vremenske zone nema.');
  return zone;
}

const counted = Type.Record(Type.String(), Type.Integer());
const number = Type.Integer();

const change = Type.Object(
  { last: number, before: Type.Union([number, Type.Null()]) },
  { description: 'Thirty days and the thirty before; null where the log does not cover them completely' },
);

/** Steps of joining: each number is part of the previous one. */
const funnel = Type.Object(
  { invited: number, opened: number, signed_in: number, secured: number },
  {
    description:
      'Of all who were ever invited and are not deleted: who opened their account, of these who has signed in, and of these who has a second factor',
  },
);

const ofTenant = Type.Object({
  tenant_id: number,
  name: Type.String(),
  people: number,
  active: number,
  never_signed_in: number,
  invitations_pending: number,
  secured: Type.Integer({ description: 'Active people with a second factor' }),
});

const erasures = Type.Object({
  pending: number,
  held: number,
  failed: number,
  overdue: number,
  within_7_days: number,
  within_30_days: number,
  later: number,
  next_due_at: nullableInstant,
});

export const StatsAnswer = Type.Object(
  {
    users: Type.Object({
      total: number,
      by_status: counted,
      by_role: counted,
      not_invited: Type.Integer({ description: 'Of those whose account is not open yet: nobody has invited them' }),
      by_role_and_status: Type.Array(Type.Object({ role: Type.String(), status: Type.String(), count: number })),
    }),
    two_factor: Type.Object({ enabled: number, of: number }),
    sign_ins: Type.Array(Type.Object({ day: Type.String(), ok: number, failed: number, locked: number })),
    trend: Type.Object({ joined: change, signed_in: change, failed: change, secured: change }),
    invitations: Type.Object({
      sent: number,
      pending: number,
      used: number,
      expired: number,
      replaced: number,
      cancelled: number,
    }),
    funnel,
    tenants: Type.Union([Type.Array(ofTenant), Type.Null()], {
      description: 'Each tenant, the 500 largest first; null for one tenant’s figures',
    }),
    mails: counted,
    mail_waiting_since: nullableInstant,
    erasures: Type.Union([erasures, Type.Null()], {
      description: 'Pending requests by days left; null for managers, who do not decide them',
    }),
  },
  { title: 'Stats' },
);

export const WorkQuery = Type.Object({ tenant_id: Type.Optional(idOf()) });

const waiting = {
  erasures_overdue: Type.Integer({ description: 'Requests for erasure whose deadline has passed' }),
  erasures_failed: Type.Integer({ description: 'Approved erasures that failed' }),
  erasures_due: Type.Integer({ description: 'Requests to decide within seven days' }),
  invitations_ending: Type.Integer({ description: 'People whose invitation ends within two days' }),
  rows_to_correct: Type.Integer({
    description: 'Rows that the latest import of a tenant could not take, while its file is kept',
  }),
  mails_failed: Type.Integer({ description: 'Mails that could not be sent' }),
  not_invited: Type.Integer({ description: 'People without an account whom nobody has invited' }),
  invitations_expired: Type.Integer({ description: 'People whose invitation has ended unanswered' }),
  without_second_step: Type.Integer({
    description: 'Active people without the second factor that their role requires',
  }),
};

export const WorkAnswer = Type.Object(
  {
    waiting: Type.Object(waiting),
    import_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The latest import with rows to correct',
    }),
    tenants: Type.Union(
      [Type.Array(Type.Object({ tenant_id: number, name: Type.String(), ...waiting })), Type.Null()],
      {
        description: 'Tenants with any work, 500 at most; null for one tenant’s work',
      },
    ),
  },
  { title: 'Work' },
);
