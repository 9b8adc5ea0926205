import { ApiError } from './api-error.ts';
import type { Connection } from './service-calls.ts';
import { STORAGE_KEYS, storeSignIn } from './stored-session.ts';
import type { OwnUser, SignInWire } from './wire-types.ts';

/**
 * Lets the stored sign-in act in another membership of its person. No tab renews it meanwhile, and after a lost answer it may be asked
 * again.
 * @throws ApiError 403 `memberships.none`, `session.factor_required`; SignedOutError
 */
export function switchTenant({ keeper, locks, open, storage }: Connection, tenant_id: number): Promise<OwnUser> {
  const exchange = async (to: { readonly tenant_id?: number }): Promise<SignInWire> => {
    const refresh_token = storage.getItem(STORAGE_KEYS.refresh) ?? '';
    const pair = await open.call('POST /api/auth/refresh', { refresh_token, ...to }).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 401 ? keeper.end('expired') : error;
    });
    storeSignIn(storage, pair);
    return pair;
  };
  const work = async () => {
    const pair = await exchange({ tenant_id }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'session.renewed') throw error;
      await exchange({}); // the answer of a renewal was lost: it is given once more
      return exchange({ tenant_id });
    });
    return pair.user;
  };
  return locks ? locks.request(STORAGE_KEYS.refresh, work) : work();
}
