import { createHmac, hash } from 'node:crypto';
import { defineTable, integer, json, type ParsedRowOf, type RowOf, text } from '../database/define-table.ts';
import { fromJson, type JsonText, toJson } from '../database/json-column.ts';
import { epochOf, type Instant } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';
import type { TenantId, UserId } from '../kernel/entity-id.ts';

/** A record as it enters the chain. `docs/audit-chain.md` specifies what this file does. */
export interface ChainedRecord {
  readonly id: number;
  readonly at: Instant;
  readonly tenant_id: TenantId | null;
  readonly actor_id: UserId | null;
  readonly user_id: UserId | null;
  readonly action: string;
  readonly request_id: string | null;
  readonly actor_email: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** As text, since the seal commits to exactly this text. */
  readonly meta: JsonText<AuditMeta>;
}

/** Facts of one act. */
export type AuditMeta = Readonly<Record<string, unknown>>;

export const NO_META: JsonText<AuditMeta> = toJson({});

/** Erasable members: they enter the chain only as commitments. Their order is part of the format. */
export const PERSONAL_MEMBERS = ['actor_email', 'ip', 'user_agent', 'meta'] as const;
export type PersonalMember = (typeof PERSONAL_MEMBERS)[number];

/** In the order of `PERSONAL_MEMBERS`. */
export type Commitments = readonly [string, string, string, string];

/** A member's value after erasure. */
export const ERASED: Readonly<Record<PersonalMember, string | null>> = {
  actor_email: null,
  ip: null,
  user_agent: null,
  meta: NO_META,
};

/**
 * The record's own salts; without them nobody can try values against the commitments. The actor and the person
 * concerned may differ and are erased separately.
 */
export interface Salts {
  /** Salts `actor_email`, `ip` and `user_agent`. */
  readonly actor_salt: string;
  /** Salts `meta`. */
  readonly meta_salt: string;
}

export const SALT_OF: Readonly<Record<PersonalMember, keyof Salts>> = {
  actor_email: 'actor_salt',
  ip: 'actor_salt',
  user_agent: 'actor_salt',
  meta: 'meta_salt',
};

export const commitmentsOf = (record: ChainedRecord, salts: Salts): Commitments =>
  eachMember((member) => commitment(member, record[member], salts[SALT_OF[member]]));

/** By hand: for the compiler a mapped tuple has no known length. */
const eachMember = <Value>(of: (member: PersonalMember) => Value): readonly [Value, Value, Value, Value] => {
  const [email, address, agent, meta] = PERSONAL_MEMBERS;
  return [of(email), of(address), of(agent), of(meta)];
};

/** `0` for null, `1` before a text, so that no value can pass for null. */
export const commitment = (member: PersonalMember, value: string | null, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url'))
    .update(`${member}\0${value === null ? '0' : `1${value}`}`)
    .digest('base64url');

/** Links a record to the previously sealed one. */
export function recordHash(seq: number, previousHash: string, record: ChainedRecord, commitments: Commitments): string {
  const { id, at, tenant_id, actor_id, user_id, action, request_id } = record;
  const linked = [seq, previousHash, id, at, tenant_id, actor_id, user_id, action, request_id, commitments];
  return hash('sha256', `iskaznica-audit-v1\n${JSON.stringify(linked)}`, 'base64url');
}

/**
 * What a head's signature covers: the chain up to and including `seq`. A stub vouches for what was trimmed before it.
 */
export const signedText = (kind: 'head' | 'stub', { seq, hash, signed_at }: Signable): string =>
  `iskaznica-audit-${kind}-v1\n${seq}\n${hash}\n${signed_at}`;

export type Signable = Pick<Signed, 'seq' | 'hash' | 'signed_at'>;

/** Signed heads of the chain, and the stubs that trimming leaves (docs/audit-chain.md). */
const signedColumns = {
  seq: integer(),
  hash: text(),
  signed_at: text<Instant>(),
  kid: text(),
  /** Ed25519 (RFC 8032) as base64url. */
  signature: text(),
} as const;

const facts = { key: 'seq', personal: { nobody: 'a digest and its signature' } } as const;

export const auditHeadsTable = defineTable('audit_heads', signedColumns, facts);
export const auditStubsTable = defineTable('audit_stubs', signedColumns, facts);

export type Signed = RowOf<typeof auditHeadsTable>;

export const auditSealsTable = defineTable(
  'audit_seals',
  {
    seq: integer('internal', 'kept'),
    record_id: integer('internal', 'kept').unique(),
    /** Null once the members it salts were erased. */
    actor_salt: text('secret', 'emptied').orNull(),
    meta_salt: text('secret', 'emptied').orNull(),
    commitments: json<Commitments>('secret', 'kept'),
    hash: text('secret', 'kept'),
  },
  {
    key: 'seq',
    personal: { parts: {} },
  },
);

export type Seal = ParsedRowOf<typeof auditSealsTable>;

/** Records carry the time of their act; transaction and seal may come this much later. */
export const LATEST_ARRIVAL = minutes(5);

/** Whether a record sealed after a head claims to be older than that head. */
export const isBackdated = ({ at }: Pick<ChainedRecord, 'at'>, previousHeadAt: Instant): boolean =>
  previousHeadAt !== '' && epochOf(at) + LATEST_ARRIVAL < epochOf(previousHeadAt);

/** The action that records a key's revocation. */
export const REVOCATION = 'keys.revoke';

/** The key that such a record names. */
export function revokedBy(meta: ChainedRecord['meta']): string | undefined {
  try {
    const { kid } = fromJson(meta);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
