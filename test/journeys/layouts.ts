import { walksOnPhonesToo } from '../support/test-engine.ts';

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
export type Size = keyof typeof SIZES;

/** For journeys that are walked otherwise on a phone: other menus, drawers over the list, forms that fill the screen. */
export const BOTH_SIZES = ['desktop', 'phone'] as const satisfies readonly Size[];

/**
 * For journeys that are walked alike: what they look at they look at as a phone lays it out, too, and the walk on a phone has its turn at
 * night (`npm run soak -- journeys`). `every-page.test.ts` looks at each page at every width in any case.
 */
export const ALIKE_SIZES: readonly Size[] = walksOnPhonesToo ? BOTH_SIZES : ['desktop'];
