import type { Subscription } from '../../client/wire-types.ts';

/** The typed fields of the form. */
export interface SubscriptionForm {
  readonly application: string;
  readonly form: Subscription['form'];
  readonly url: string;
  readonly selects: 'all' | 'some';
  readonly types: readonly string[];
  readonly withNames: boolean;
  readonly purpose: string;
}

export const subscriptionFormOf = (
  subscription: Subscription | undefined,
  application: string | undefined,
): SubscriptionForm => ({
  application: subscription?.application_id ?? application ?? '',
  form: subscription?.form ?? 'push',
  url: subscription?.url ?? '',
  selects: subscription === undefined || subscription.types === null ? 'all' : 'some',
  types: subscription?.types ?? [],
  withNames: (subscription?.purpose ?? null) !== null,
  purpose: subscription?.purpose ?? '',
});

/** What may be changed later. */
export const changeOf = ({ form, url, selects, types, withNames, purpose }: SubscriptionForm) => ({
  url: form === 'pull' ? null : url.trim(),
  types: selects === 'all' ? null : (types as NonNullable<Subscription['types']>), // the form offers no others
  purpose: withNames ? purpose.trim() : null,
});
