import type { AuditItem } from '../../client/wire-types.ts';
import type { AuditAction } from '../../src/platform/audit/audit-actions.ts';
import { type Meta, noteOf } from '../../src/platform/words/audit-notes.ts';
import type { texts } from '../i18n/catalogues/most-pages/audit.ts';
import type { Say, TextKey } from '../i18n/texts.ts';
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
  const happening =
    actor === undefined && isKnownAction(deed)
      ? ownText(`audit.happens.${deed}`, { at: about('audit.at') }, say)
      : undefined;
  const done =
    deed === undefined
      ? act + about('audit.at')
      : (ownText(`audit.does.${deed}`, { of: about('audit.of'), to: about('audit.to') }, say) ?? act);
  const sentence = happening ?? say('audit.sentence', { actor: subject, deed: done });
  const names = new Map([
    [ACTOR, actor ?? ''],
    [PERSON, person ?? ''],
  ]);
  return sentence
    .split(/([\u{E000}\u{E001}])/u)
    .filter((text) => text !== '')
    .map((text) => ({ text: names.get(text) ?? text, isName: names.has(text) }));
}

/** Not every action has each text. */
function ownText(key: TextKey, values: Readonly<Record<string, string>>, say: Say): string | undefined {
  const text = say(key, values);
  return text === key ? undefined : text;
}

const nameless = (id: number | null, say: Say): string | undefined =>
  id === null ? undefined : say('audit.person.nameless', { id });

const numbered = (id: number | null, say: Say): string | undefined =>
  id === null ? undefined : say('audit.person.number', { id });

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('hr') + text.slice(1);
