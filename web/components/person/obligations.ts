import { ApiError } from '../../../client/api-error.ts';

/** Some users must change their password or enrol in two-factor first; their own page says so and lets them. */
const OBLIGATIONS: readonly string[] = ['password.change_required', '2fa.enrol_required'];

export const isObligation = (error: unknown): boolean => error instanceof ApiError && OBLIGATIONS.includes(error.code);
