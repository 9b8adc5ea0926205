/** Durations are built by these functions, never by multiplication in place. All values are milliseconds. */
export type Milliseconds = number;

export const seconds = (count: number): Milliseconds => count * 1000;
export const minutes = (count: number): Milliseconds => seconds(count * 60);
export const hours = (count: number): Milliseconds => minutes(count * 60);
export const days = (count: number): Milliseconds => hours(count * 24);

/** Whole seconds, rounded up: what `Retry-After` (RFC 9110 §10.2.3) and `expires_in` carry. */
export const inWholeSeconds = (duration: Milliseconds): number => Math.max(0, Math.ceil(duration / 1000));
