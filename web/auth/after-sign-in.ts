import type { HowSignedIn } from './just-signed-in.ts';
import { canMakeSilently, makeSilently, tellAccepted, tellDetails } from './passkeys.ts';
import { service } from './service.ts';

/**
 * What the browser is told after a sign-in: which passkeys are left, and what the account is called. After a password it makes one by
 * itself, where it keeps that password and can. Nobody waits for it, and nobody is asked anything.
 */
export async function tellBrowser(how: HowSignedIn): Promise<void> {
  const [user, own] = await Promise.all([service.me(), service.call('GET /api/users/me/passkeys')]);
  tellAccepted(own);
  tellDetails(own, user);
  const mayAdd = own.available && own.items.length < own.most && !user.must_change_pwd;
  if (how !== 'password' || !mayAdd || isDeclined() || !(await canMakeSilently())) return;
  await service.call(
    'POST /api/users/me/passkeys',
    await makeSilently(
      await service.call('POST /api/users/me/passkeys/options', undefined, { mediation: 'conditional' }),
    ),
  );
  tellAccepted(await service.call('GET /api/users/me/passkeys'));
}

const DECLINED = 'iskaznica_no_silent_passkey';

/** Whoever has removed a passkey in this browser does not find another one there that they did not ask for. */
export const declineSilent = (): void => localStorage.setItem(DECLINED, '1');

const isDeclined = (): boolean => localStorage.getItem(DECLINED) !== null;
