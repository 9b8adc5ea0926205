import type { Settings } from './settings.ts';

/** The weakest tier that must enrol a second factor; -1 when none must. */
export const enrolTierOf = ({ secondFactor }: Pick<Settings, 'secondFactor'>): number =>
  secondFactor.requiredTier === '' ? -1 : Number(secondFactor.requiredTier);
