import { type WatchedAnswer, watchedAnswer } from '../../platform/audit/watched-answer.ts';
import type { Db } from '../../platform/database/database.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import { hasActiveSubscription } from './subscriptions-store.ts';

/** Whether anybody is to get events. While somebody is, it is asked now and then, to notice the end of the last subscription. */
export const subscriptionWatch = (read: Db): WatchedAnswer =>
  watchedAnswer({
    ask: () => hasActiveSubscription(read),
    isChangedBy: (action) => action.startsWith('subscription.'),
    yesLasts: seconds(30),
  });
