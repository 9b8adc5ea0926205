import { keysOf } from '../kernel/members.ts';
import { type Managed, type Manager, mayManage } from '../policy/managing-users.ts';
import type { UserStatus } from '../users/user.ts';
import type { ErasureRequest } from './erasure.ts';
import type { RequestCondition } from './erasure-requests-store.ts';

/** The state that each decision requires. The decisions check it in their statements; lists use it for `actions`. */
export const DECIDABLE = {
  approve: { status: ['pending', 'failed'], free: true },
  reject: { status: ['pending'] },
  extend: { status: ['pending'], unextended: true },
  hold: { status: ['pending'] },
} as const satisfies Record<string, RequestCondition>;

const DECISIONS = keysOf(DECIDABLE);

export const ERASURE_ACTIONS = ['read', ...DECISIONS, 'certificate'] as const;
export type ErasureAction = (typeof ERASURE_ACTIONS)[number];

type RequestState = Pick<ErasureRequest, 'status' | 'legal_hold_at' | 'extended_at' | 'certificate'>;

/** The person whose request it is. */
export interface Erased extends Managed {
  readonly status: UserStatus;
}

/** Superadmins must give up their role before their data can be erased. */
export const mustHandOver = ({ role, status }: Pick<Erased, 'role' | 'status'>): boolean =>
  role === 'superadmin' && status !== 'deleted';

/** What the caller may do with somebody's request now. */
export function erasureActions(manager: Manager, request: RequestState, person: Erased): ErasureAction[] {
  if (!mayManage(manager, person)) return [];
  const decisions = DECISIONS.filter((decision) => meets(request, DECIDABLE[decision]));
  return [
    'read',
    ...decisions.filter((decision) => decision !== 'approve' || !mustHandOver(person)),
    ...(request.certificate === null ? [] : ['certificate' as const]),
  ];
}

/** The condition of `changeRequest`, in memory. */
const meets = ({ status, legal_hold_at, extended_at }: RequestState, condition: RequestCondition): boolean =>
  condition.status.includes(status) &&
  !(condition.free && legal_hold_at !== null) &&
  !(condition.unextended && extended_at !== null);
