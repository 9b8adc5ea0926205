import { Type } from 'typebox';
import { nullableInstant } from '../http/wire.ts';

const counted = Type.Record(Type.String(), Type.Integer());
const number = Type.Integer();

const change = Type.Object(
  { last: number, before: Type.Union([number, Type.Null()]) },
  { description: 'Thirty days, and the thirty before; null where those are not on record whole' },
);

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
    mails: counted,
    mail_waiting_since: nullableInstant,
    erasures: Type.Union([erasures, Type.Null()], {
      description: 'Requests that wait, by the days left; null for managers, who have no part in them',
    }),
  },
  { title: 'Stats' },
);
