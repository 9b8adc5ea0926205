/**
 * What an export does with a column: shows it as a member of a part (`in part.member`), shows what follows from it
 * (`from part.member`), or leaves it out, and why.
 */
export type Exported = `in ${string}` | `from ${string}` | Withheld;

/**
 * `secret`: a key, seed, digest or identifier that would help only an attacker. `internal`: how the service does its work.
 * `duplicate`: exported from another place. `not-personal`: about an application, a document, a file, not about who made it.
 * `third-party`: about
 * somebody else.
 */
export type Withheld = 'secret' | 'internal' | 'duplicate' | 'not-personal' | 'third-party';

/** What an erasure does with a column. `removed`: the row goes. `replaced`: another value takes its place, which tells nothing. */
export type Erased = 'removed' | 'emptied' | 'replaced' | 'kept';

export interface PersonalColumn {
  readonly export: Exported;
  readonly erasure: Erased;
}

export const PURPOSES = ['account', 'sign-in', 'security', 'contact', 'applications', 'source', 'proof'] as const;

export interface DataPart {
  readonly purpose: (typeof PURPOSES)[number];
  readonly kept: Kept;
}

/** As long as the account, a consent, the audit log or the proof of a decision; or as a rule of retention says. */
export type Kept = 'account' | 'withdrawal' | 'log' | 'proof' | KeptByRule;

export interface KeptByRule {
  /** The name of the rule, which knows for how long. */
  readonly rule: string;
  /** From what on: the end, the last time, the beginning; `contents`: from the beginning, and their traces with the account. */
  readonly from: 'end' | 'last' | 'made' | 'contents';
}
