import type { Wording } from '../kernel/wording.ts';

/**
 * Every audit action by name, with the type of its `meta`. A room adds its own in its manifest, or in `<room>-actions.ts`, which
 * that lists. A name is never reused for something else, so that old records keep their meaning.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface AuditMetas {}

export type AuditAction = keyof AuditMetas;

/** Where the log's filter has an action, in its order. */
export const AUDIT_GROUPS = [
  'signIn',
  'devices',
  'password',
  'secondStep',
  'people',
  'invitations',
  'imports',
  'own',
  'privacy',
  'erasure',
  'downloads',
  'documents',
  'service',
] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** What the log's page and file say of an action. The pages get it at their build (`web/i18n/catalogues/most-pages/audit.ts`). */
interface ActionTexts {
  readonly group: AuditGroup;
  /**
   * A noun phrase, because Croatian verbs would need the actor's gender, which is unknown. It is shown between the actor and the
   * person affected: "Ana Horvat · obustavljen pristup računu: Marko Perić."
   */
  readonly act: Wording;
  /**
   * What was done, in the past and without the gender of whoever did it: `Ana Horvat: obustavljen pristup računu osobe Marko Perić.`
   * `{{of}}` and `{{to}}` are on whom, and may be missing. Where nobody is, Croatian says the act itself.
   */
  readonly deed: Pick<Wording, 'en'> & Partial<Wording>;
  /** The whole sentence where nobody was signed in; `{{at}}` is the account that it happened to. */
  readonly happens?: Wording;
}

/** A room's declaration of one action. */
export interface DeclaredAction<Meta extends object = object> extends ActionTexts {
  /** Its `meta` holds free text that somebody typed. An erasure searches it for the person's name. */
  readonly isWorded: boolean;
  /** For the type alone; never set. */
  readonly meta?: Meta;
}

/** All audit actions. */
export type AuditActions = Readonly<Record<AuditAction, DeclaredAction>>;

export type DeclaredActions = Readonly<Record<string, DeclaredAction>>;

/** Declares an action with the type of its `meta`, empty by default. `meta` never holds a password, code, token or secret. */
export const action = <Meta extends object = Record<string, never>>({
  isWorded = false,
  ...texts
}: ActionTexts & Partial<Pick<DeclaredAction, 'isWorded'>>): DeclaredAction<Meta> => ({ isWorded, ...texts });

/** The members that a room's actions add to `AuditMetas`. */
export type MetasOf<Actions extends DeclaredActions> = {
  [Name in keyof Actions]: Actions[Name] extends DeclaredAction<infer Meta> ? Meta : never;
};

/** Acts of operators only, which therefore belong to no room. */
export const keyActions = {
  'keys.rotate': action<{ what: 'keys'; kids: readonly string[] } | { what: 'secret'; rewrapped: number }>({
    group: 'service',
    act: { hr: 'zamijenjeni ključevi usluge', en: 'service keys rotated' },
    deed: { en: 'rotated the keys of the service' },
  }),
  'keys.revoke': action<{ kid: string; signing: string; endorsed: number | null }>({
    group: 'service',
    act: { hr: 'opozvan ključ usluge', en: 'service key revoked' },
    deed: { en: 'revoked a key of the service' },
  }),
};

/** The chain continued after `seq` although heads outside the database were ahead, up to `lost_seq`. */
export const chainActions = {
  'backup.restore': action<{ seq: number; lost_seq: number; by: string }>({
    group: 'service',
    act: { hr: 'vraćena sigurnosna kopija', en: 'backup restored' },
    deed: { en: 'restored a backup' },
  }),
  'audit.accept_loss': action<{ seq: number; lost_seq: number; by: string }>({
    group: 'service',
    act: { hr: 'prihvaćen gubitak zapisa', en: 'loss of records accepted' },
    deed: { en: 'accepted a loss of audit records' },
  }),
};

export interface AuditMetas extends MetasOf<typeof keyActions & typeof chainActions> {}
