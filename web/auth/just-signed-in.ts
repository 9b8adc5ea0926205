const KEY = 'iskaznica_just_signed_in';
/** A page that is opened later, from a restored tab, say, was not opened by the sign-in. */
const WITHIN = 60_000;

export type HowSignedIn = 'password' | 'other';

/** For the page that opens next: somebody has just signed in. */
export const recordSignIn = (how: HowSignedIn): void => sessionStorage.setItem(KEY, `${how} ${Date.now()}`);

/** How somebody signed in just before this page opened. Told once. */
export function takeSignIn(): HowSignedIn | undefined {
  const [how, at] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  sessionStorage.removeItem(KEY);
  if (Date.now() - Number(at) > WITHIN) return undefined;
  return how === 'password' || how === 'other' ? how : undefined;
}
