import { type Static, Type } from 'typebox';
import { LONGEST_ADDRESS } from '../../openid/applications/redirect-address.ts';
import { choice } from '../../platform/http/wire.ts';
import { inWholeSeconds } from '../../platform/kernel/durations.ts';
import { issuerOf } from './issue-set.ts';
import { SET_URIS, urisOf } from './set-catalogue.ts';
import { STREAM_STATUSES, type Stream, statusOf, VERIFICATION_INTERVAL } from './stream.ts';
import type { Subscription } from './subscription.ts';

/** RFC 8935 and RFC 8936, as SSF 1.0 §6.1 names them. */
const PUSH = 'urn:ietf:rfc:8935';
export const POLL = 'urn:ietf:rfc:8936';

export const STREAM_PATH = '/ssf/stream';
export const STATUS_PATH = '/ssf/status';
export const VERIFY_PATH = '/ssf/verify';
export const ADD_PATH = '/ssf/subjects/add';
export const REMOVE_PATH = '/ssf/subjects/remove';
export const POLL_PATH = '/ssf/poll';

const MOST_SETS = 100;
const LONGEST_HEADER = 1024;

const streamId = Type.String({ minLength: 1, maxLength: 64 });
const uris = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 100 });
const words = Type.String({ maxLength: 500 });

const Delivery = Type.Object({
  method: choice([PUSH, POLL]),
  endpoint_url: Type.Optional(
    Type.String({ maxLength: LONGEST_ADDRESS, description: 'Where tokens are pushed; polled ones have ours' }),
  ),
  authorization_header: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_HEADER,
      pattern: '^[\\x20-\\x7e]+$',
      description: '`Authorization` of each push; never shown again',
    }),
  ),
});

const requestMembers = {
  events_requested: Type.Optional(uris),
  delivery: Type.Optional(Delivery),
  description: Type.Optional(words),
};

const notHere = Type.Optional(Type.Unknown({ description: 'A stream does not run out here: left out, or null' }));

export const StreamBody = Type.Object({ ...requestMembers, inactivity_timeout: notHere }, { title: 'StreamToCreate' });

/** SSF 1.0 §8.1.1.3: what the transmitter supplies may be sent back, as it is before the change. */
const OURS = ['iss', 'aud', 'events_supported', 'events_delivered', 'min_verification_interval'] as const;
const asRead = Type.Optional(Type.Unknown({ description: 'As it was read, or left out' }));
export const StreamChangeBody = Type.Object(
  {
    stream_id: streamId,
    ...requestMembers,
    iss: asRead,
    aud: asRead,
    events_supported: asRead,
    events_delivered: asRead,
    min_verification_interval: asRead,
    inactivity_timeout: notHere,
  },
  { title: 'StreamChange' },
);
export const StreamQuery = Type.Object({ stream_id: streamId });
export const StreamsQuery = Type.Object({ stream_id: Type.Optional(streamId) });

const StreamDelivery = Type.Object({ method: choice([PUSH, POLL]), endpoint_url: Type.String() });

export const StreamAnswer = Type.Object(
  {
    stream_id: Type.String(),
    iss: Type.String(),
    aud: Type.String({ description: 'The `client_id` of the receiver' }),
    events_supported: Type.Array(Type.String()),
    events_requested: Type.Optional(Type.Array(Type.String())),
    events_delivered: Type.Array(Type.String()),
    delivery: StreamDelivery,
    min_verification_interval: Type.Integer({ description: 'Seconds' }),
    description: Type.Optional(Type.String()),
  },
  { title: 'Stream' },
);
export const StreamsAnswer = Type.Union([StreamAnswer, Type.Array(StreamAnswer)], {
  description: 'The stream named; without a name a list, of one or none',
});

export function showStream(
  publicUrl: string,
  { id, application_id, form, url, types }: Subscription,
  { requested, description }: Stream,
): Static<typeof StreamAnswer> {
  return {
    stream_id: id,
    iss: issuerOf(publicUrl),
    aud: application_id,
    events_supported: [...SET_URIS],
    ...(requested === null ? {} : { events_requested: [...requested] }),
    events_delivered: urisOf(types),
    delivery:
      form === 'ssf_push'
        ? { method: PUSH, endpoint_url: url ?? '' }
        : { method: POLL, endpoint_url: `${publicUrl}${POLL_PATH}/${id}` },
    min_verification_interval: inWholeSeconds(VERIFICATION_INTERVAL),
    ...(description === null ? {} : { description }),
  };
}

/** The member of ours that a receiver sends back as something else than it is. */
export const differingOf = (sent: Static<typeof StreamChangeBody>, shown: Static<typeof StreamAnswer>) =>
  OURS.find((member) => sent[member] !== undefined && inOrder(sent[member]) !== inOrder(shown[member]));

/** A list in any order; RFC 7519 §4.1.3 lets `aud` be a list of one. */
const inOrder = (value: unknown): string => JSON.stringify([value].flat().toSorted());

const status = choice(STREAM_STATUSES, {
  description: '`paused`: events wait; `disabled`: those of the time until it is enabled again are never sent',
});
export const StatusBody = Type.Object(
  { stream_id: streamId, status, reason: Type.Optional(words) },
  { title: 'StreamStatusChange' },
);
export const StatusAnswer = Type.Object(
  { stream_id: Type.String(), status, reason: Type.Optional(Type.String()) },
  { title: 'StreamStatus' },
);

export function showStatus(subscription: Subscription, stream: Stream): Static<typeof StatusAnswer> {
  const { status, reason } = statusOf(subscription, stream);
  return { stream_id: subscription.id, status, ...(reason === null ? {} : { reason }) };
}

export const VerificationBody = Type.Object(
  {
    stream_id: streamId,
    state: Type.Optional(Type.String({ maxLength: 1000, description: 'Comes back in the event' })),
  },
  { title: 'StreamVerification' },
);

export const SubjectBody = Type.Object(
  {
    stream_id: streamId,
    subject: Type.Object({ format: Type.String({ maxLength: 100 }), iss: Type.Optional(Type.String()) }),
    verified: Type.Optional(Type.Boolean()),
  },
  { title: 'StreamSubject' },
);

const jti = Type.String({ minLength: 1, maxLength: 200 });

export const PollParams = Type.Object({ id: streamId });
export const PollBody = Type.Object(
  {
    maxEvents: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: MOST_SETS, description: `${MOST_SETS} at most` }),
    ),
    returnImmediately: Type.Optional(
      Type.Boolean({ default: false, description: 'Otherwise the answer waits up to 25 s for something to send' }),
    ),
    ack: Type.Optional(Type.Array(jti, { maxItems: 1000, description: '`jti` of those that were taken' })),
    setErrs: Type.Optional(
      Type.Record(
        jti,
        Type.Object({
          err: Type.String({ maxLength: 100 }),
          description: Type.Optional(Type.String({ maxLength: 1000 })),
        }),
        { maxProperties: 1000, description: 'Those that could not be taken; they are not sent again either' },
      ),
    ),
  },
  { title: 'StreamPoll' },
);
export const PollAnswer = Type.Object(
  {
    sets: Type.Record(Type.String(), Type.String(), { description: 'Security event tokens by `jti`' }),
    moreAvailable: Type.Optional(Type.Boolean()),
  },
  { title: 'StreamTokens' },
);

export const mostSets = (wanted: number | undefined): number => Math.min(wanted ?? MOST_SETS, MOST_SETS);

export const ConfigurationAnswer = Type.Object(
  {
    spec_version: Type.String(),
    issuer: Type.String(),
    jwks_uri: Type.String(),
    delivery_methods_supported: Type.Array(Type.String()),
    configuration_endpoint: Type.String(),
    status_endpoint: Type.String(),
    add_subject_endpoint: Type.String(),
    remove_subject_endpoint: Type.String(),
    verification_endpoint: Type.String(),
    critical_subject_members: Type.Array(Type.String()),
    authorization_schemes: Type.Array(Type.Object({ spec_urn: Type.String() })),
    default_subjects: Type.String(),
  },
  { title: 'TransmitterConfiguration' },
);

/** SSF 1.0 §7.1 */
export function configurationOf(publicUrl: string): Static<typeof ConfigurationAnswer> {
  const issuer = issuerOf(publicUrl);
  return {
    spec_version: '1_0',
    issuer,
    jwks_uri: `${issuer}/jwks`,
    delivery_methods_supported: [PUSH, POLL],
    configuration_endpoint: `${publicUrl}${STREAM_PATH}`,
    status_endpoint: `${publicUrl}${STATUS_PATH}`,
    add_subject_endpoint: `${publicUrl}${ADD_PATH}`,
    remove_subject_endpoint: `${publicUrl}${REMOVE_PATH}`,
    verification_endpoint: `${publicUrl}${VERIFY_PATH}`,
    critical_subject_members: ['user', 'session'],
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
    default_subjects: 'ALL',
  };
}
