import { type Static, Type } from 'typebox';
import { ACTOR_KINDS } from '../../platform/audit/list-audit.ts';
import { BySent, listAnswer, pageQuery } from '../../platform/http/list-wire.ts';
import { choice, idOf, instant } from '../../platform/http/wire.ts';

const nullable = Type.Union([Type.String(), Type.Null()]);
const nullableId = Type.Union([Type.Integer(), Type.Null()]);
const id = Type.Optional(idOf());
const aroundInstant = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$',
    description: 'ISO 8601 in UTC',
  }),
);

export const auditFilter = {
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'One, or several with commas between; see `searched_to`',
    }),
  ),
  without: Type.Optional(
    Type.String({
      pattern: '^[\\w.]+(,[\\w.]+)*$',
      maxLength: 1000,
      description: 'Leaves out these actions, with commas between; see `searched_to`',
    }),
  ),
  actor_id: id,
  user_id: id,
  tenant_id: id,
  from: aroundInstant,
  to: aroundInstant,
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  sort: BySent,
  grouped: Type.Optional(
    choice(['0', '1'], {
      description:
        '`1`: without what an import or a job did to each person; the record of its end tells how many they were',
    }),
  ),
  import_id: Type.Optional(idOf({ description: 'What one import did' })),
  service_id: Type.Optional(Type.String({ pattern: '^[\\w-]{1,64}$', description: 'What one service did' })),
  actor_kind: Type.Optional(choice(ACTOR_KINDS, { description: 'What people did, or what services did' })),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description:
        'Looked for in action, address of the actor and circumstances. Like `ip`, several actions, `without`, `grouped`, `import_id`, `service_id` and `actor_kind` it has no index: see `searched_to`',
    }),
  ),
};

export const AuditQuery = Type.Object({ ...auditFilter, ...pageQuery });
export type AuditQuery = Static<typeof AuditQuery>;

const nameNow = 'Current name; null for somebody in another tenant, unknown or erased';

export const AuditItem = Type.Object(
  {
    id: Type.Integer(),
    at: instant,
    tenant_id: nullableId,
    actor_kind: Type.Union([choice(ACTOR_KINDS), Type.Null()], {
      description: 'Null where nobody was known, the operator acted, or the record was erased',
    }),
    actor_id: nullableId,
    actor_email: nullable,
    actor_name: Type.Union([Type.String(), Type.Null()], { description: nameNow }),
    service: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
      description: 'The service that acted, by its name at that time',
    }),
    user_id: nullableId,
    user_name: Type.Union([Type.String(), Type.Null()], { description: nameNow }),
    action: Type.String(),
    ip: nullable,
    user_agent: nullable,
    device: Type.Union([Type.String(), Type.Null()], { description: 'Browser and system, as `user_agent` names them' }),
    request_id: nullable,
    meta: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'AuditRecord' },
);

const page = listAnswer(AuditItem, 'AuditList');

export const AuditList = Type.Object(
  {
    ...page.properties,
    searched_to: Type.Union([Type.String(), Type.Null()], {
      description:
        'Set where a search by `q`, `ip`, several actions, `without`, `grouped`, `import_id`, `service_id` or `actor_kind` ran out of time before the page was full, even if it is empty: all up to then was searched, and `next_cursor` goes on from there',
    }),
  },
  { title: 'AuditList' },
);

export const ActionsAnswer = Type.Object({ items: Type.Array(Type.String()) }, { title: 'AuditActions' });

export const ChainAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    checked_at: Type.String(),
    sealed: Type.Integer(),
    unsealed: Type.Integer(),
    erased: Type.Integer({ description: 'Records whose personal members were erased' }),
    head: Type.Union([
      Type.Object({
        seq: Type.Integer(),
        hash: Type.String(),
        signed_at: Type.String(),
        kid: Type.String(),
        signature: Type.String(),
      }),
      Type.Null(),
    ]),
    revoked_keys: Type.Array(
      Type.Object({ kid: Type.String(), revoked_at: Type.String(), heads: Type.Integer(), last_seq: Type.Integer() }),
      { description: 'Leaked keys: only a later head by another key vouches for what their heads covered' },
    ),
    breaks: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'restore or loss' }),
        seq: Type.Integer(),
        hash: Type.String(),
        lost_seq: Type.Integer(),
        lost_hash: Type.String(),
        accepted_at: Type.String(),
        by: Type.String(),
        kid: Type.String(),
        signature: Type.String(),
      }),
      { description: 'Where the chain went on after a restored backup or an accepted loss' },
    ),
    problems: Type.Array(
      Type.Object({ kind: Type.String(), seq: nullableId, record_id: nullableId, text: Type.String() }),
    ),
  },
  { title: 'AuditChain' },
);
