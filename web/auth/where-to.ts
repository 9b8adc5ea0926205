const WHERE_TO = 'iskaznica_where_to';

/** Signing in again leads back here. Kept per tab, and not in the URL of the sign-in page. */
export const rememberWhereTo = (): void => sessionStorage.setItem(WHERE_TO, location.pathname + location.search);

/** Signing in leads to this path. */
export const wantToGoTo = (path: string): void => sessionStorage.setItem(WHERE_TO, path);

export const whereTo = (): string => sessionStorage.getItem(WHERE_TO) ?? '';

/** A path on this origin that the user was heading for, if any. */
export function takeWhereTo(): string | undefined {
  const path = whereTo();
  sessionStorage.removeItem(WHERE_TO);
  return /^\/[^/\\]/.test(path) ? path : undefined;
}
