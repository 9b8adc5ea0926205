import type { Subscription } from '../../client/wire-types.ts';

type Form = Subscription['form'];

/** We call an address; otherwise a service asks itself. */
export const isCalled = (form: Form): boolean => form === 'push' || form === 'ssf_push';

/** A stream of security events (SSF 1.0), which carries neither names nor addresses. */
export const isStream = (form: Form): boolean => form === 'ssf_push' || form === 'ssf_poll';

/** The typed fields of the form. */
export interface SubscriptionForm {
  readonly application: string;
  readonly form: Form;
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
  url: isCalled(form) ? url.trim() : null,
  types: selects === 'all' ? null : (types as NonNullable<Subscription['types']>), // the form offers no others
  purpose: withNames && !isStream(form) ? purpose.trim() : null,
});
