import { type Static, Type } from 'typebox';
import { idOf } from '../http/id-wire.ts';
import { listAnswer, pageQuery } from '../http/list-wire.ts';
import { choice } from '../http/wire.ts';

const nullable = Type.Union([Type.String(), Type.Null()]);
const nullableId = Type.Union([Type.Integer(), Type.Null()]);
const id = Type.Optional(idOf());
const instant = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$',
    description: 'ISO 8601 in UTC',
  }),
);

const auditFilter = {
  action: Type.Optional(Type.String({ maxLength: 60 })),
  actor_id: id,
  user_id: id,
  tenant_id: id,
  from: instant,
  to: instant,
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description:
        'Looked for in action, address of the actor and circumstances. Like `ip` it has no index: see `searched_to`',
    }),
  ),
};

export const AuditQuery = Type.Object({ ...auditFilter, ...pageQuery });
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditExportQuery = Type.Object({ ...auditFilter, format: choice(['csv', 'jsonl']) });

const nameNow = 'As the person is called now; null for who is of another tenant, unknown or erased';

export const AuditItem = Type.Object(
  {
    id: Type.Integer(),
    at: Type.String(),
    tenant_id: nullableId,
    actor_id: nullableId,
    actor_email: nullable,
    actor_name: Type.Union([Type.String(), Type.Null()], { description: nameNow }),
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
        'Set where a search for `q` or `ip` ran out of time before the page was full, even if it is empty: all since then was searched, and `next_cursor` goes on from there',
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
      { description: 'Keys that leaked: what their heads stood for, only a later head by another key shows' },
    ),
    problems: Type.Array(
      Type.Object({ kind: Type.String(), seq: nullableId, record_id: nullableId, text: Type.String() }),
    ),
  },
  { title: 'AuditChain' },
);
