import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { ChainedRecord } from '../../platform/audit/audit-chain.ts';
import { countActsBy, listActsBy } from '../../platform/audit/single-records-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import { type Page, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import { type DeviceName, nameDevice } from '../../sign-in/sessions/device-name.ts';

/** The ways to sign in, by the audit action that records them. */
const WAYS = {
  'login.ok': 'password',
  'google.login': 'google',
  'identity.login': 'identity',
} as const satisfies Partial<Record<AuditAction, string>>;
const ACTIONS = keysOf(WAYS);

/** `link`: by an invitation or reset link, right after choosing the password; `code`: by a mailed code. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'link', 'code', 'google', 'identity'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** A past sign-in, still live or not. */
export interface PastSignIn extends DeviceName {
  readonly id: number;
  readonly at: Instant;
  readonly way: SignInWay;
  readonly ip: string;
}

/** List name inside its cursors. */
export const SIGN_IN_HISTORY = 'sign-in-history';

interface HistoryPage {
  readonly userId: UserId;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A user's sign-ins as far back as the log goes, newest first. @throws InvalidRequest (422) for a cursor of another list */
export async function listSignInHistory(db: Db, { userId, limit, cursor }: HistoryPage): Promise<Page<PastSignIn>> {
  const [id] = cursor === undefined ? [] : keyFromCursor(SIGN_IN_HISTORY, ['number'], cursor);
  const userIds = await listIdsOf(db, userId);
  const wanted = { userIds, actions: ACTIONS, before: id === undefined ? undefined : Number(id), limit: limit + 1 };
  const records = await listActsBy(db, wanted);
  return {
    rows: await Promise.all(records.map(toPastSignIn)),
    counted: await countActsBy(db, wanted, TOTAL_CAP + 1),
    limit,
  };
}

const toPastSignIn = async ({ id, at, action, ip, user_agent, meta }: ChainedRecord): Promise<PastSignIn> => ({
  id,
  at,
  way: byOf(meta) ?? WAYS[action as keyof typeof WAYS], // only these actions were queried
  ...(await nameDevice(user_agent ?? '')),
  ip: ip ?? '',
});

function byOf(meta: ChainedRecord['meta']): 'link' | 'code' | 'passkey' | undefined {
  const { by } = fromJson(meta);
  return by === 'link' || by === 'code' || by === 'passkey' ? by : undefined;
}
