/**
 * Every audit action by name, with what its `meta` tells. A room adds its own in `<room>-actions.ts`, and lists them in its
 * manifest. A name is never reused for something else: old records keep their meaning.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface AuditMetas {}

export type AuditAction = keyof AuditMetas;

/** What a room says of one action. */
export interface DeclaredAction<Meta extends object = object> {
  /** Its `meta` holds what somebody typed; the erasure of a person looks for their name in it. */
  readonly isWorded: boolean;
  /** For the type alone; never set. */
  readonly meta?: Meta;
}

/** All of them. */
export type AuditActions = Readonly<Record<AuditAction, DeclaredAction>>;

export type DeclaredActions = Readonly<Record<string, DeclaredAction>>;

/** An action, and what its `meta` tells: nothing unless said. Never a password, code, token or secret. */
export const action = <Meta extends object = Record<string, never>>(
  { isWorded }: Pick<DeclaredAction, 'isWorded'> = { isWorded: false },
): DeclaredAction<Meta> => ({ isWorded });

/** What a file of actions adds to `AuditMetas`. */
export type MetasOf<Actions extends DeclaredActions> = {
  [Name in keyof Actions]: Actions[Name] extends DeclaredAction<infer Meta> ? Meta : never;
};

/** Recorded by operators alone, so that no room has them. */
export const keyActions = {
  'keys.rotate': action<{ what: 'keys'; kids: readonly string[] } | { what: 'secret'; rewrapped: number }>(),
  'keys.revoke': action<{ kid: string; signing: string; endorsed: number | null }>(),
};

/** The chain went on although heads outside the database were ahead: after `seq`, with heads up to `lost_seq` known. */
export const chainActions = {
  'backup.restore': action<{ seq: number; lost_seq: number; by: string }>(),
  'audit.accept_loss': action<{ seq: number; lost_seq: number; by: string }>(),
};

export interface AuditMetas extends MetasOf<typeof keyActions & typeof chainActions> {}
