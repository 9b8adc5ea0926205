import { type Managed, type Manager, mayManage } from '../../accounts/permissions/managing-users.ts';
import type { UserStatus } from '../../accounts/users/user.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { ErasureRequest } from './erasure.ts';
import type { RequestCondition } from './erasure-requests-store.ts';

/** The state that each decision requires. The decisions check it in their statements; lists use it for `actions`. */
export const DECIDABLE = {
  approve: { status: ['pending', 'failed'], free: true },
  reject: { status: ['pending'] },
  /** The person must be told of the extension within the month (GDPR art. 12(3)). */
  extend: { status: ['pending'], unextended: true, inTime: true },
  hold: { status: ['pending'] },
} as const satisfies Record<string, RequestCondition>;

const DECISIONS = keysOf(DECIDABLE);

export const ERASURE_ACTIONS = ['read', ...DECISIONS, 'certificate'] as const;
export type ErasureAction = (typeof ERASURE_ACTIONS)[number];

type RequestState = Pick<ErasureRequest, 'status' | 'legal_hold_at' | 'extended_at' | 'due_at' | 'certificate'>;

/** The person whose request it is. */
export interface Erased extends Managed {
  readonly status: UserStatus;
}

/** Superadmins must give up their role before their data can be erased. */
export const mustHandOver = ({ role, status }: Pick<Erased, 'role' | 'status'>): boolean =>
  role === 'superadmin' && status !== 'deleted';

/** Who asks what they may do, and when. */
export type ManagerCall = Pick<Call<Manager>, 'caller' | 'at'>;

/** What the caller may do with somebody's request now. */
export function erasureActions({ caller, at }: ManagerCall, request: RequestState, person: Erased): ErasureAction[] {
  if (!mayManage(caller, person)) return [];
  const decisions = DECISIONS.filter((decision) => meets(request, DECIDABLE[decision], at));
  return [
    'read',
    ...decisions.filter((decision) => decision !== 'approve' || !mustHandOver(person)),
    ...(request.certificate === null ? [] : ['certificate' as const]),
  ];
}

/** The condition of `changeRequest`, in memory. */
const meets = (
  { status, legal_hold_at, extended_at, due_at }: RequestState,
  condition: RequestCondition,
  at: Instant,
): boolean =>
  condition.status.includes(status) &&
  !(condition.free && legal_hold_at !== null) &&
  !(condition.unextended && extended_at !== null) &&
  !(condition.inTime && due_at < at);
