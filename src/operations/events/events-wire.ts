import { type Static, Type } from 'typebox';
import { LONGEST_ADDRESS } from '../../openid/applications/redirect-address.ts';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import type { Attempt } from './attempts-store.ts';
import { EVENT_NAMES } from './event-catalogue.ts';
import { FORMS, SUBSCRIPTION_STATES, type Subscription } from './subscription.ts';

const seqOf = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const id = Type.String({ minLength: 1, maxLength: 64 });

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const changeable = {
  url: Type.Optional(
    nullable(
      Type.String({ minLength: 1, maxLength: LONGEST_ADDRESS }),
      'Where events are sent; of `push` and `ssf_push` alone',
    ),
  ),
  types: Type.Optional(
    nullable(
      Type.Array(choice(EVENT_NAMES), { minItems: 1, uniqueItems: true }),
      'Which events (docs/events.md); null: all, also those to come',
    ),
  ),
  purpose: Type.Optional(
    nullable(
      Type.String({ minLength: 1, maxLength: 500 }),
      'What names and addresses are needed for; null: events carry ids alone, as those of streams always do',
    ),
  ),
};

export const SubscriptionBody = Type.Object(
  { application_id: id, form: choice(FORMS), ...changeable },
  { title: 'SubscriptionToCreate' },
);
export const SubscriptionChangeBody = Type.Object(changeable, { title: 'SubscriptionChange' });
export const ReplayBody = Type.Object({ after: seqOf('Everything after it is sent again') }, { title: 'Replay' });

export const SubscriptionParams = Type.Object({ id });
export const SubscriptionsQuery = Type.Object({
  application_id: Type.Optional(id),
  tenant_id: Type.Optional(idOf()),
  ...pageQuery,
});

const subscriptionMembers = {
  id: Type.String(),
  application_id: Type.String(),
  form: choice(FORMS),
  url: nullableText,
  types: Type.Union([Type.Array(choice(EVENT_NAMES)), Type.Null()]),
  purpose: nullableText,
  state: choice(SUBSCRIPTION_STATES, {
    description:
      '`gone`: its address answered 410; `given_up`: no answer for three days; `restored`: a backup was restored. All but `active` wait to be resumed',
  }),
  starts_after: seqOf('It gets nothing up to this place of the chain'),
  position: seqOf('Everything up to this place was sent, or is not for it'),
  last_seq: seqOf('The last event that it got'),
  behind: Type.Integer({
    description: 'Records of the chain after `position`: not looked through yet, or not taken by the receiver',
  }),
  failing_since: nullableInstant,
  next_attempt_at: Type.Union([instant, Type.Null()], {
    description: 'Of a failing one: when the same event is sent again, at the earliest',
  }),
  previous_until: Type.Union([instant, Type.Null()], {
    description: 'Until when the previous secret signs beside the present one',
  }),
  created_at: instant,
  updated_at: instant,
};

export const SubscriptionAnswer = Type.Object(subscriptionMembers, { title: 'Subscription' });
export const NewSubscriptionAnswer = Type.Object(
  {
    ...subscriptionMembers,
    secret: Type.Union([Type.String(), Type.Null()], { description: 'Of `push`; never shown again' }),
  },
  { title: 'NewSubscription' },
);
export const SubscriptionsAnswer = listAnswer(SubscriptionAnswer, 'SubscriptionList');
export const SubscriptionSecretAnswer = Type.Object(
  {
    secret: Type.String({ description: 'Never shown again' }),
    previous_until: instant,
  },
  { title: 'SubscriptionSecret' },
);

export const showSubscription = (subscription: Subscription, tip: number): Static<typeof SubscriptionAnswer> => ({
  id: subscription.id,
  application_id: subscription.application_id,
  form: subscription.form,
  url: subscription.url,
  types: subscription.types === null ? null : [...subscription.types],
  purpose: subscription.purpose,
  state: subscription.state,
  starts_after: subscription.starts_after,
  position: subscription.position,
  last_seq: subscription.last_seq,
  behind: Math.max(0, tip - subscription.position),
  failing_since: subscription.failing_since,
  next_attempt_at: subscription.failing_since === null || subscription.state !== 'active' ? null : subscription.due_at,
  previous_until: subscription.previous_until,
  created_at: subscription.created_at,
  updated_at: subscription.updated_at,
});

const attemptMembers = {
  seq: seqOf('The event'),
  at: instant,
  took_ms: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the answer; null without one' }),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no answer' }),
  excerpt: Type.String({ description: 'The first KiB of the answer' }),
};

export const TestAnswer = Type.Object(attemptMembers, { title: 'TestAttempt' });
export const AttemptsQuery = Type.Object(pageQuery);
export const AttemptsAnswer = listAnswer(
  Type.Object({ id: Type.Integer(), ...attemptMembers }, { title: 'Attempt' }),
  'AttemptList',
);

export const showTest = ({ seq, at, took_ms, status, problem, excerpt }: Omit<Attempt, 'id'>) => ({
  seq,
  at,
  took_ms,
  status,
  problem,
  excerpt,
});

export const showAttempt = ({ id: number, ...attempt }: Attempt) => ({ id: number, ...showTest(attempt) });

const PersonAnswer = Type.Object({ ime: Type.String(), prezime: Type.String(), email: Type.String() });

const EventAnswer = Type.Object(
  {
    type: choice([...EVENT_NAMES, 'events.gap', 'events.test'], { description: 'See docs/events.md' }),
    timestamp: instant,
    data: Type.Object({
      seq: seqOf('Its place in the chain'),
      hash: Type.Union([Type.String(), Type.Null()], { description: 'The hash of its record; null for a gap' }),
      previous_seq: seqOf('The event before it: between them lies none for this subscription'),
      version: Type.Integer({ description: 'Of the details' }),
      tenant_id: Type.Union([Type.Integer(), Type.Null()]),
      sub: Type.Union([Type.String(), Type.Null()], { description: 'The person, as the application knows them' }),
      details: Type.Record(Type.String(), Type.Unknown()),
      person: Type.Optional(Type.Union([PersonAnswer, Type.Null()])),
    }),
  },
  { title: 'Event' },
);

const after = Type.Optional(
  seqOf('The last `seq` that has arrived; left out: what the last call named, at first the start of the subscription'),
);
export const EventsQuery = Type.Object({
  after,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export const StreamQuery = Type.Object({ after });
export const EventsAnswer = Type.Object(
  {
    items: Type.Array(EventAnswer),
    next_after: seqOf('`after` of the next call'),
    behind: Type.Integer({ description: 'Records of the chain that are not looked through yet; 0: this is all' }),
  },
  { title: 'Events' },
);
