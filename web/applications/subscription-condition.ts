import type { Subscription } from '../../client/wire-types.ts';
import { recently, soon } from '../components/frame/times.ts';
import { amount } from '../i18n/amounts.ts';
import type { Language } from '../i18n/language.ts';
import type { Say } from '../i18n/texts.ts';
import { isCalled } from './subscription-form.ts';

/** How a subscription does: `failing` and the stopped ones wait for somebody. */
export type Condition = 'well' | 'behind' | 'failing' | Exclude<Subscription['state'], 'active'>;

export function conditionOf({ state, failing_since: failing, behind }: Subscription): Condition {
  if (state !== 'active') return state;
  if (failing !== null) return 'failing';
  return behind > 0 ? 'behind' : 'well';
}

export const needsSomebody = (condition: Condition): boolean => condition !== 'well' && condition !== 'behind';

/** What is the matter, and what whoever manages it should do. */
export function conditionText(subscription: Subscription, say: Say, language: Language): string {
  const { form, behind, failing_since: failing, next_attempt_at: next } = subscription;
  const condition = conditionOf(subscription);
  const records = say('subscriptions.records', { count: behind, number: amount(behind, language) });
  if (condition === 'well' || condition === 'behind')
    return say(`subscriptions.${isCalled(form) ? 'push' : 'pull'}.${condition}`, { records });
  return say(`subscriptions.condition.${condition}`, {
    records,
    since: failing === null ? '' : recently(failing, say, language),
    next: next === null ? '' : soon(next, say, language),
  });
}
