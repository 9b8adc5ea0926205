import type { AuditItem } from '../../client/wire-types.ts';
import type { AuditAction } from '../../src/platform/audit/audit-actions.ts';
import { type Meta, noteOf } from '../../src/platform/words/audit-notes.ts';
import type { texts } from '../i18n/catalogues/audit.ts';
import type { Say } from '../i18n/texts.ts';
import { isKnownAction } from './audit-groups.ts';

type Told = Pick<AuditItem, 'action' | 'actor_id' | 'actor_email' | 'actor_name' | 'user_id' | 'user_name' | 'meta'> &
  Partial<Pick<AuditItem, 'service'>>;

/** A piece of a sentence: words, or somebody's name. */
export interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
}

/** A record as a sentence. Names come from users: text, never markup. */
export interface AuditSentence {
  /** Who acted; undefined for the service itself and for anonymous callers. */
  readonly actor: string | undefined;
  /** What was done, as a label; starts in lower case because it usually follows a name. */
  readonly act: string;
  /** The person affected, unless that is the actor. */
  readonly person: string | undefined;
  /** Details in a few words; may be empty. */
  readonly note: string;
  /** The sentence, its names apart: `Ana Horvat: obustavljen pristup računu osobe Marko Perić.` */
  readonly parts: readonly SentencePart[];
  readonly text: string;
}

/** Needs the texts of the `audit` area. */
export function auditSentence(record: Told, say: Say): AuditSentence {
  const { action, actor_id, actor_email, actor_name, service, user_id, user_name, meta } = record;
  const actor = service
    ? say('audit.actor.service', { name: service.name })
    : (actor_name ?? actor_email ?? nameless(actor_id, say));
  const person = user_id === actor_id ? undefined : (user_name ?? numbered(user_id, say));
  const act = isKnownAction(action) ? say(`audit.act.${action}`) : action;
  const deed = isKnownAction(action) ? deedOf(action, meta as Meta) : undefined;
  const parts = partsOf(deed, act, { actor, person }, say);
  const text = parts.map((part) => part.text).join('');
  return { actor, act, person, note: isKnownAction(action) ? noteOf(action, meta as Meta, say) : '', parts, text };
}

type Happening = keyof typeof texts & `audit.happens.${string}`;
const HAPPENINGS: ReadonlySet<string> = new Set<Happening extends `audit.happens.${infer Name}` ? Name : never>([
  'login.fail',
  'login.locked',
  'login.ratelimit.ip',
  'login.2fa_required',
  'login.2fa_fail',
  'password.reset.ok',
  'password.reset.fail',
  'password.forgot.issue',
  'password.forgot.miss',
  'invite.consume.ok',
  'invite.consume.fail',
  'invitation.ask',
  'auth.refresh.reuse',
  'auth.reauthenticate.fail',
  'consent.record',
  'login.code.issue',
  'login.code.miss',
  'device.disown',
  'device.disown.fail',
  'account.take_back',
  'account.take_back.fail',
  'email.restore',
  'session.limit',
  'passkey.refuse',
]);

interface Names {
  readonly actor: string | undefined;
  readonly person: string | undefined;
}

/** Stand for the names until the sentence is put together: a name is never read as a part of it. */
const ACTOR = '\u{E000}';
const PERSON = '\u{E001}';

type Deed = keyof typeof texts extends infer Key ? (Key extends `audit.does.${infer Name}` ? Name : never) : never;

const deedOf = (action: AuditAction, { mode }: Meta): Deed =>
  (action === 'import.start' || action === 'import.finish') && mode === 'dry-run' ? `${action}.check` : action;

function partsOf(deed: Deed | undefined, act: string, { actor, person }: Names, say: Say): SentencePart[] {
  const about = (key: 'audit.of' | 'audit.to' | 'audit.at') =>
    person === undefined ? '' : say(key, { person: PERSON });
  const subject = actor === undefined ? say('audit.service') : ACTOR;
  const sentence =
    deed === undefined
      ? say('audit.sentence', { actor: subject, deed: act + about('audit.at') })
      : actor === undefined && HAPPENINGS.has(deed)
        ? say(`audit.happens.${deed}` as Happening, { at: about('audit.at') })
        : say('audit.sentence', {
            actor: subject,
            deed: deedText(deed, act, { of: about('audit.of'), to: about('audit.to') }, say),
          });
  const names = new Map([
    [ACTOR, actor ?? ''],
    [PERSON, person ?? ''],
  ]);
  return sentence
    .split(/([\u{E000}\u{E001}])/u)
    .filter((text) => text !== '')
    .map((text) => ({ text: names.get(text) ?? text, isName: names.has(text) }));
}

/** What was done, by its own text; where a language has none, the act itself. */
function deedText(deed: Deed, act: string, on: Readonly<Record<'of' | 'to', string>>, say: Say): string {
  const key = `audit.does.${deed}` as const;
  const text = say(key, on);
  return text === key ? act : text;
}

const nameless = (id: number | null, say: Say): string | undefined =>
  id === null ? undefined : say('audit.person.nameless', { id });

const numbered = (id: number | null, say: Say): string | undefined =>
  id === null ? undefined : say('audit.person.number', { id });

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('hr') + text.slice(1);
