import {
  type ChainedRecord,
  type Commitments,
  commitment,
  ERASED,
  PERSONAL_MEMBERS,
  type PersonalMember,
  SALT_OF,
} from './audit-chain.ts';

/** The salts of a seal; either is null once its members were erased. */
export interface LeftSalts {
  readonly actor_salt: string | null;
  readonly meta_salt: string | null;
}

/** Personal members that do not match their commitment. */
export const changedMembers = (record: ChainedRecord, salts: LeftSalts, commitments: Commitments): PersonalMember[] =>
  PERSONAL_MEMBERS.filter((member, index) => {
    const salt = salts[SALT_OF[member]];
    return salt !== null && commitment(member, record[member], salt) !== commitments[index];
  });

/** `whole` with both salts; else `emptied`, or `refilled` when something replaced the erased value. */
export function erasedMembers(record: ChainedRecord, salts: LeftSalts): 'whole' | 'emptied' | 'refilled' {
  const gone = PERSONAL_MEMBERS.filter((member) => salts[SALT_OF[member]] === null);
  if (gone.length === 0) return 'whole';
  return gone.every((member) => record[member] === ERASED[member]) ? 'emptied' : 'refilled';
}

/**
 * `erasure.erase` is written with the erasure, `erasure.complete` closes the request; older logs have only the latter.
 */
export const ERASURE_ACTIONS = ['erasure.erase', 'erasure.complete'] as const;

/** What the recorded erasures account for. Only these records may lack a salt. */
export interface RecordedErasures {
  /** Users whose records were erased. */
  readonly users: ReadonlySet<number>;
  /** Records about others whose `meta` was blanked because it named an erased person. */
  readonly records: ReadonlySet<number>;
}

/**
 * An actor's records are erased entirely; those about a person lose `meta`, and the rest too when no actor is known.
 * Where the person is only named, the erasure lists the record and only `meta` goes.
 */
export function wasErased(
  { actor_salt }: Pick<LeftSalts, 'actor_salt'>,
  { id: recordId, actor_id, user_id }: Pick<ChainedRecord, 'id' | 'actor_id' | 'user_id'>,
  { users, records }: RecordedErasures,
): boolean {
  const isErased = (id: number | null) => id !== null && users.has(id);
  if (actor_salt !== null && records.has(recordId)) return true;
  return isErased(actor_id) || (isErased(user_id) && (actor_salt !== null || actor_id === null));
}
