import type { AuditItem } from '../../client/wire-types.ts';
import type { Say } from '../texts/texts.ts';
import { isKnownAction } from './audit-groups.ts';
import { type Meta, noteOf } from './audit-notes.ts';

type Told = Pick<AuditItem, 'action' | 'actor_id' | 'actor_email' | 'actor_name' | 'user_id' | 'user_name' | 'meta'>;

/** A record as people read it. Names are what others wrote: text, never markup. */
export interface AuditSentence {
  /** Who acted; undefined for the service itself, and for strangers. */
  readonly actor: string | undefined;
  /** What was done; begins with a small letter, since it mostly stands behind a name. */
  readonly act: string;
  /** Whom it concerns, unless that is who acted. */
  readonly person: string | undefined;
  /** Its circumstances in a few words; may be empty. */
  readonly note: string;
  /** `Ana Horvat · isključen račun: Marko Perić`. */
  readonly text: string;
}

/** Needs the texts of the area `audit`. */
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
