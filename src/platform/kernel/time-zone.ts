import { hours, type Milliseconds } from './durations.ts';

/** Where days begin and end. */
export interface TimeZone {
  /** The local day (`2026-11-23`) of an instant. */
  dayOf(at: Milliseconds): string;
  /** When a local day begins. */
  startOf(day: string): Milliseconds;
}

/** An IANA name or an offset such as `+02:00`; `undefined` for any other. */
export function timeZone(name: string): TimeZone | undefined {
  const format = formatFor(name);
  if (format === undefined) return undefined;
  const local = (at: Milliseconds) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
  const dayOf = (at: Milliseconds) => format.format(at).slice(0, 10);
  return {
    dayOf,
    startOf: (day) => {
      const midnight = Date.parse(day);
      const guess = midnight - (local(midnight) - midnight);
      const start = midnight - (local(guess) - guess); // the clocks may have changed between the two
      return dayOf(start) < day ? start + hours(1) : start; // the clocks skip midnight
    },
  };
}

/** Sweden writes `2026-11-23 02:47:27`. */
function formatFor(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    return undefined;
  }
}

/** The day before, in any zone. */
export const dayBefore = (day: string): string => new Date(Date.parse(day) - hours(24)).toISOString().slice(0, 10);
