import { createHmac, hash } from 'node:crypto';
import { epochOf, type Instant } from '../kernel/clock.ts';
import { minutes } from '../kernel/durations.ts';

/** A record as the chain sees it. `docs/audit-chain.md` is the description of this file for everybody else. */
export interface ChainedRecord {
  readonly id: number;
  readonly at: Instant;
  readonly tenant_id: number | null;
  readonly actor_id: number | null;
  readonly user_id: number | null;
  readonly action: string;
  readonly request_id: string | null;
  readonly actor_email: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly meta: string;
}

/** Members that can be erased: they enter the chain only as commitments. Their order is part of the format. */
export const PERSONAL_MEMBERS = ['actor_email', 'ip', 'user_agent', 'meta'] as const;
export type PersonalMember = (typeof PERSONAL_MEMBERS)[number];

/** In the order of `PERSONAL_MEMBERS`. */
export type Commitments = readonly [string, string, string, string];

/** What a member is once it was erased. */
export const ERASED: Readonly<Record<PersonalMember, string | null>> = {
  actor_email: null,
  ip: null,
  user_agent: null,
  meta: '{}',
};

/**
 * The record's own salts; without them nobody can try values against the commitments. The person who acted and the person
 * who is spoken of may be two, and are erased apart.
 */
export interface Salts {
  /** Of `actor_email`, `ip` and `user_agent`. */
  readonly actor_salt: string;
  /** Of `meta`. */
  readonly meta_salt: string;
}

export const SALT_OF: Readonly<Record<PersonalMember, keyof Salts>> = {
  actor_email: 'actor_salt',
  ip: 'actor_salt',
  user_agent: 'actor_salt',
  meta: 'meta_salt',
};

export const commitmentsOf = (record: ChainedRecord, salts: Salts): Commitments =>
  PERSONAL_MEMBERS.map((member) =>
    commitment(member, record[member], salts[SALT_OF[member]]),
  ) as unknown as Commitments;

/** `0` before nothing and `1` before a text, so that no value can pass for its absence. */
export const commitment = (member: PersonalMember, value: string | null, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url'))
    .update(`${member}\0${value === null ? '0' : `1${value}`}`)
    .digest('base64url');

/** Links a record to the one sealed before it. */
export function recordHash(seq: number, previousHash: string, record: ChainedRecord, commitments: Commitments): string {
  const { id, at, tenant_id, actor_id, user_id, action, request_id } = record;
  const linked = [seq, previousHash, id, at, tenant_id, actor_id, user_id, action, request_id, commitments];
  return hash('sha256', `iskaznica-audit-v1\n${JSON.stringify(linked)}`, 'base64url');
}

/** What a head's signature is over: the chain up to and with `seq`. A stub vouches for what was trimmed before it. */
export const signedText = (kind: 'head' | 'stub', { seq, hash, signed_at }: Signable): string =>
  `iskaznica-audit-${kind}-v1\n${seq}\n${hash}\n${signed_at}`;

export interface Signable {
  readonly seq: number;
  readonly hash: string;
  readonly signed_at: Instant;
}

export interface Signed extends Signable {
  readonly kid: string;
  /** Ed25519 (RFC 8032) as base64url. */
  readonly signature: string;
}

export interface Seal {
  readonly seq: number;
  readonly record_id: number;
  /** Either is gone once its members were erased. */
  readonly actor_salt: string | null;
  readonly meta_salt: string | null;
  /** `Commitments` as JSON. */
  readonly commitments: string;
  readonly hash: string;
}

/** A record is written with the time of its act; it may wait this long for its transaction and its seal. */
export const LATEST_ARRIVAL = minutes(5);

/** Whether a record that has no place before a head says that it is older. */
export const isBackdated = ({ at }: Pick<ChainedRecord, 'at'>, previousHeadAt: Instant): boolean =>
  previousHeadAt !== '' && epochOf(at) + LATEST_ARRIVAL < epochOf(previousHeadAt);
