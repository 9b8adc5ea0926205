/**
 * Every audit action by name, with the type of its `meta`. A room adds its own in its manifest, or in `<room>-actions.ts`, which
 * that lists. A name is never reused for something else, so that old records keep their meaning.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface AuditMetas {}

export type AuditAction = keyof AuditMetas;

/** A room's declaration of one action. */
export interface DeclaredAction<Meta extends object = object> {
  /** Its `meta` holds free text that somebody typed. An erasure searches it for the person's name. */
  readonly isWorded: boolean;
  /** For the type alone; never set. */
  readonly meta?: Meta;
}

/** All audit actions. */
export type AuditActions = Readonly<Record<AuditAction, DeclaredAction>>;

export type DeclaredActions = Readonly<Record<string, DeclaredAction>>;

/** Declares an action with the type of its `meta`, empty by default. `meta` never holds a password, code, token or secret. */
export const action = <Meta extends object = Record<string, never>>(
  { isWorded }: Pick<DeclaredAction, 'isWorded'> = { isWorded: false },
): DeclaredAction<Meta> => ({ isWorded });

/** The members that a room's actions add to `AuditMetas`. */
export type MetasOf<Actions extends DeclaredActions> = {
  [Name in keyof Actions]: Actions[Name] extends DeclaredAction<infer Meta> ? Meta : never;
};

/** Acts of operators only, which therefore belong to no room. */
export const keyActions = {
  'keys.rotate': action<{ what: 'keys'; kids: readonly string[] } | { what: 'secret'; rewrapped: number }>(),
  'keys.revoke': action<{ kid: string; signing: string; endorsed: number | null }>(),
};

/** The chain continued after `seq` although heads outside the database were ahead, up to `lost_seq`. */
export const chainActions = {
  'backup.restore': action<{ seq: number; lost_seq: number; by: string }>(),
  'audit.accept_loss': action<{ seq: number; lost_seq: number; by: string }>(),
};

export interface AuditMetas extends MetasOf<typeof keyActions & typeof chainActions> {}
