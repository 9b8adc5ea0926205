import type { AuditItem } from '../../client/wire-types.ts';
import type { Say } from '../i18n/texts.ts';
import { isKnownAction } from './audit-groups.ts';
import { type Meta, noteOf } from './audit-notes.ts';

type Told = Pick<AuditItem, 'action' | 'actor_id' | 'actor_email' | 'actor_name' | 'user_id' | 'user_name' | 'meta'>;

/** A record as a sentence. Names come from users: text, never markup. */
export interface AuditSentence {
  /** Who acted; undefined for the service itself and for anonymous callers. */
  readonly actor: string | undefined;
  /** What was done; starts in lower case because it usually follows a name. */
  readonly act: string;
  /** The person affected, unless that is the actor. */
  readonly person: string | undefined;
  /** Details in a few words; may be empty. */
  readonly note: string;
  /** `Ana Horvat · isključen račun: Marko Perić`. */
  readonly text: string;
}

/** Needs the texts of the `audit` area. */
export function auditSentence(record: Told, say: Say): AuditSentence {
  const { action, actor_id, actor_email, actor_name, user_id, user_name, meta } = record;
  const actor = actor_name ?? actor_email ?? nameless(actor_id, say);
  const person = user_id === actor_id ? undefined : (user_name ?? nameless(user_id, say));
  const act = isKnownAction(action) ? say(`audit.act.${action}`) : action;
  const what = person === undefined ? act : say('audit.about', { act, person });
  const text = actor === undefined ? capitalised(what) : `${actor} · ${what}`;
  return { actor, act, person, note: isKnownAction(action) ? noteOf(action, meta as Meta, say) : '', text };
}

const nameless = (id: number | null, say: Say): string | undefined =>
  id === null ? undefined : say('audit.person.nameless', { id });

export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('hr') + text.slice(1);
