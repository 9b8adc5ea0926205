import { type Static, Type } from 'typebox';
import { RecipientsOfPerson } from '../../accounts/recipients/recipients-wire.ts';
import { LANGUAGES } from '../../accounts/users/user.ts';
import { listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant, nullableInstant, nullableText } from '../../platform/http/wire.ts';
import { ERASURE_ORIGINS, ERASURE_STATUSES, ERASURE_STEPS, type ErasureRequest } from './erasure.ts';
import { ERASURE_ACTIONS, type Erased, erasureActions, type ManagerCall } from './erasure-actions.ts';
import type { ErasureCertificate as SignedCertificate } from './erasure-certificate.ts';
import { QUEUE_SORTS, type QueuedRequest } from './erasure-requests-store.ts';

const status = choice(ERASURE_STATUSES);

const request = {
  id: Type.Integer(),
  status,
  requested_at: instant,
  due_at: instant,
  extended_at: nullableInstant,
  extension_reason: nullableText,
  decided_at: nullableInstant,
  decision_reason: nullableText,
  cancelled_at: nullableInstant,
  completed_at: nullableInstant,
  legal_hold_at: nullableInstant,
  legal_hold_reason: nullableText,
};

/** A request as the person who made it sees it. */
export const OwnErasureAnswer = Type.Object(request, { title: 'ErasureRequest' });
export const LatestErasureAnswer = Type.Union([OwnErasureAnswer, Type.Null()], { title: 'LatestErasureRequest' });

export const showRequest = (row: ErasureRequest): Static<typeof OwnErasureAnswer> => ({
  id: row.id,
  status: row.status,
  requested_at: row.requested_at,
  due_at: row.due_at,
  extended_at: row.extended_at,
  extension_reason: row.extension_reason,
  decided_at: row.decided_at,
  decision_reason: row.decision_reason,
  cancelled_at: row.cancelled_at,
  completed_at: row.completed_at,
  legal_hold_at: row.legal_hold_at,
  legal_hold_reason: row.legal_hold_at === null ? null : row.legal_hold_reason,
});

const managed = {
  ...request,
  user_id: Type.Integer(),
  origin: choice(ERASURE_ORIGINS),
  decided_by: Type.Union([Type.Integer(), Type.Null()]),
  step: choice(ERASURE_STEPS),
  erased_at: nullableInstant,
  failed_at: nullableInstant,
  failure: nullableText,
  actions: Type.Array(choice(ERASURE_ACTIONS), { description: 'What the caller may do with it now' }),
};

/** A request as those who decide about it see it. */
export const ManagedErasureAnswer = Type.Object(managed, { title: 'ManagedErasureRequest' });

interface PersonsRequest {
  readonly request: ErasureRequest;
  readonly person: Erased;
}

export const showManaged = (
  asked: ManagerCall,
  { request: row, person }: PersonsRequest,
): Static<typeof ManagedErasureAnswer> => ({
  ...showRequest(row),
  user_id: row.user_id,
  origin: row.origin,
  decided_by: row.decided_by,
  step: row.step,
  erased_at: row.erased_at,
  failed_at: row.failed_at,
  failure: row.failure,
  actions: erasureActions(asked, row, person),
});

const person = { email: Type.String(), full_name: Type.String(), tenant_id: Type.Integer() };
export const QueueItem = Type.Object({ ...managed, ...person });
export type QueueItem = Static<typeof QueueItem>;
export const ErasureQueue = listAnswer(QueueItem, 'ErasureQueue');

export const showQueued = (asked: ManagerCall) => (row: QueuedRequest) => ({
  ...showManaged(asked, { request: row, person: personOf(row) }),
  email: row.email,
  full_name: row.full_name,
  tenant_id: row.tenant_id,
});

const personOf = ({ user_id, tenant_id, role, user_status }: QueuedRequest): Erased => ({
  id: user_id,
  tenant_id,
  role,
  status: user_status,
});

export const ErasurePreview = Type.Object(
  {
    ...managed,
    ...person,
    rooms: Type.Array(
      Type.Object({
        room: Type.String(),
        tables: Type.Array(Type.String()),
        entries: Type.Object({}, { additionalProperties: Type.Integer() }),
        goes: Type.String(),
        stays: Type.Union([
          Type.Object({ what: Type.String(), ground: Type.String(), until: Type.String() }),
          Type.Null(),
        ]),
      }),
    ),
    ...RecipientsOfPerson,
  },
  { title: 'ErasurePreview' },
);

export interface PublicKey {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
}

export const CertificateAnswer = Type.Object(
  {
    certificate: Type.Unsafe<SignedCertificate>(Type.Object({}, { additionalProperties: true })),
    jws: Type.String({ description: 'The same, signed (RFC 7515)' }),
    kid: Type.String(),
    key: Type.Union([Type.Unsafe<PublicKey>(Type.Object({}, { additionalProperties: true })), Type.Null()]),
  },
  { title: 'ErasureCertificate' },
);

/** The rooms' parts have their own formats, see docs/personal-data.md. */
export const ExportAnswer = Type.Object(
  { schema_version: Type.Integer(), exported_at: instant, user_id: Type.Integer() },
  { title: 'PersonalDataExport', additionalProperties: true },
);

export const CertificateQuery = Type.Object({
  format: Type.Optional(choice(['json', 'pdf'])),
});

export const LONGEST_REASON = 1000;

const reason = Type.String({ minLength: 3, maxLength: LONGEST_REASON, pattern: '\\S' });
export const ReasonBody = Type.Object({ reason }, { title: 'ReasonBody' });
export const HoldBody = Type.Object({ held: Type.Boolean(), reason }, { title: 'LegalHoldBody' });
export const RequestId = Type.Object({ id: idOf() });
/** Former names of `-created` and `created`. */
const FORMER_SORTS = ['newest', 'oldest'] as const;
export type FormerSort = (typeof FORMER_SORTS)[number];

export const queueFilter = {
  status: Type.Optional(status),
  origin: Type.Optional(choice(ERASURE_ORIGINS)),
  user_id: Type.Optional(idOf({ description: 'The requests of one person' })),
  tenant_id: Type.Optional(idOf({ description: 'The requests of one tenant’s people' })),
  sort: Type.Optional(
    choice([...QUEUE_SORTS, ...FORMER_SORTS], {
      default: '-created',
      description:
        '`due`: nearest deadline first; `-due`: the farthest. `newest` and `oldest` are former names, of this release alone',
    }),
  ),
};
export const QueueQuery = Type.Object({ ...queueFilter, ...pageQuery });
export type QueueQuery = Static<typeof QueueQuery>;
export const PageQuery = Type.Object(pageQuery);

export const ExportQuery = Type.Object({
  language: Type.Optional(choice(LANGUAGES, { description: 'Of `information`; without it, the person’s own' })),
});

const AccessItem = Type.Object({
  at: instant,
  action: Type.String(),
  purpose: Type.String(),
  role: Type.Union([Type.String(), Type.Null()], { description: 'The office of the reader, not their identity' }),
  tenant: nullableText,
  service: Type.Union([Type.String(), Type.Null()], { description: 'The name of the service, where no person read' }),
});
export const AccessLog = listAnswer(AccessItem, 'AccessLog');
