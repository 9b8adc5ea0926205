import type { KoaContextWithOIDC } from 'oidc-provider';
import { SIGNED_OUT, SIGNED_OUT_PAGE } from './provider-pages.ts';
import { isSameAddress } from './still-allowed.ts';

type Answer = Pick<KoaContextWithOIDC, 'response' | 'redirect'>;

/** The address to go to after a sign-out may have been removed while the person was asked. */
export function keepToRegistered(ctx: Answer, ownPage: string, client: KoaContextWithOIDC['oidc']['client']): void {
  const location = ctx.response.get('location');
  const next = URL.parse(location);
  if (next === null || location.startsWith(ownPage)) return;
  const isNative = client?.applicationType === 'native';
  const isRegistered = (client?.postLogoutRedirectUris ?? []).some((registered) => {
    const whole = new URL(registered);
    const state = next.searchParams.get('state');
    if (state !== null) whole.searchParams.set('state', state);
    return isSameAddress(whole.href, next.href, isNative);
  });
  if (!isRegistered) ctx.redirect(ownPage);
}

/** The page that follows has no session any more to tell by whether there was one. */
export function tellOfSignOut(ctx: Answer): void {
  const next = ctx.response.get('location');
  if (next.endsWith(SIGNED_OUT_PAGE)) ctx.redirect(`${next}?${SIGNED_OUT}`);
}
