import type { Say } from '../../i18n/texts.ts';

const DAY_MS = 86_400_000;
const CLOSE_DAYS = 7;

export interface Deadline {
  /** Whole days, today included; when overdue, the days since. */
  readonly left: number;
  readonly over: boolean;
  /** The length of the deadline: thirty days, ninety when extended. */
  readonly whole: number;
}

export function deadlineOf(
  { requested_at, due_at }: { readonly requested_at: string; readonly due_at: string },
  now = Date.now(),
): Deadline {
  const due = Date.parse(due_at);
  const left = (due - now) / DAY_MS;
  const whole = Math.max(1, Math.round((due - Date.parse(requested_at)) / DAY_MS));
  return { left: left > 0 ? Math.ceil(left) : Math.floor(-left), over: left <= 0, whole };
}

/** Few days left: somebody should look at it. */
export const isClose = ({ left, over }: Deadline): boolean => over || left <= CLOSE_DAYS;

export function deadlineWords(say: Say, { left, over, whole }: Deadline): string {
  if (!over) return say('privacy.ring', { count: left, whole });
  return left === 0 ? say('privacy.ring.today') : say('privacy.ring.over', { count: left });
}
