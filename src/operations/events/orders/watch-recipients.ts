import { hasReceivers } from '../../../accounts/recipients/recipients-store.ts';
import { type WatchedAnswer, watchedAnswer } from '../../../platform/audit/watched-answer.ts';
import type { Db } from '../../../platform/database/database.ts';

/** Their records are in the transactions that make whoever may be given data of people. */
const MAKING: ReadonlySet<string> = new Set(['application.create', 'recipient.create']);

/** Whether there is anybody to whom orders may go; once there is, there always may be. */
export const recipientWatch = (read: Db): WatchedAnswer =>
  watchedAnswer({ ask: () => hasReceivers(read), isChangedBy: (action) => MAKING.has(action), yesLasts: Infinity });
