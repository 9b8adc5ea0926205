import { walksOnPhonesToo } from '../support/test-engine.ts';

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
export type Size = keyof typeof SIZES;

/** For journeys whose pages are laid out differently on a phone: lists, drawers, menus, forms of many steps. */
export const BOTH_SIZES = ['desk', 'phone'] as const satisfies readonly Size[];

/**
 * For journeys whose pages are laid out alike: the phone has its turn at night (`npm run soak -- journeys`). `every-page.test.ts` looks at
 * each page at every width in any case.
 */
export const ALIKE_SIZES: readonly Size[] = walksOnPhonesToo ? BOTH_SIZES : ['desk'];
