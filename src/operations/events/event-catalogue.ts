import type { AuditAction, AuditMetas } from '../../platform/audit/audit-actions.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';

type MembersOf<Meta> = Meta extends Meta ? keyof Meta & string : never;

/** An audit action that leaves the service as an event. */
export interface EventType<Action extends AuditAction = AuditAction> {
  /** Raised when a member goes or changes its meaning. Members may be added without. */
  readonly version: number;
  readonly when: string;
  /**
   * The members of the record's `meta` that the event carries: as they are, of what they hold only the names, or the person with this id
   * as the application knows them.
   */
  readonly details?: { readonly [Member in MembersOf<AuditMetas[Action]>]?: 'value' | 'names' | 'subject' };
}

/**
 * Closed: an action that is not listed stays in, so that a new one gives nothing away. Free text, addresses, sign-ins and values of a
 * person's fields are never details.
 */
export const eventCatalogue = {
  'user.create': {
    version: 1,
    when: 'Somebody was added, by hand or by an import',
    details: { role: 'value', status: 'value', import_id: 'value' },
  },
  'user.update': {
    version: 1,
    when: 'An administrator changed fields of a person',
    details: { changed: 'names' },
  },
  'profile.update': { version: 1, when: 'A person changed their own fields', details: { changed: 'value' } },
  'profile.avatar_upload': { version: 1, when: 'A person has a new picture' },
  'profile.avatar_delete': { version: 1, when: 'A person has no picture any more' },
  'email.change': { version: 1, when: 'A person confirmed a new address' },
  'email.restore': { version: 1, when: 'A person took a changed address back' },
  'user.role.change': {
    version: 1,
    when: 'Somebody has another role',
    details: { before: 'value', after: 'value' },
  },
  'user.invite': { version: 1, when: 'Somebody was invited' },
  'invite.consume.ok': { version: 1, when: 'An invitation was accepted: the account is active' },
  'user.suspend': { version: 1, when: 'An account was suspended' },
  'user.unsuspend': { version: 1, when: 'A suspension was lifted' },
  'user.delete': { version: 1, when: 'An account was deleted; it may still be restored' },
  'user.restore': { version: 1, when: 'A deleted account was restored', details: { status: 'value' } },
  'erasure.complete': { version: 1, when: 'A person was erased for good' },
  'user.merge': {
    version: 1,
    when: 'An account became one with another of the same person: `sub` is `into_id` from now on',
    details: { into_id: 'subject' },
  },
  'user.unmerge': {
    version: 1,
    when: 'That was undone: the person is `sub` again, with what that account had',
    details: { into_id: 'subject', status: 'value' },
  },
  'membership.create': {
    version: 1,
    when: 'Somebody who has an account became a member, also by going over from another club',
    details: { membership_id: 'value', role: 'value' },
  },
  'membership.update': {
    version: 1,
    when: 'A membership was changed, or is active again',
    details: { membership_id: 'value', changed: 'names' },
  },
  'membership.suspend': {
    version: 1,
    when: 'A membership was suspended; those elsewhere were not',
    details: { membership_id: 'value' },
  },
  'membership.end': {
    version: 1,
    when: 'A membership ended: by its last day, by leaving, by going over to another club or by an administrator',
    details: { membership_id: 'value', by: 'value' },
  },
  'login.locked': { version: 1, when: 'Too many wrong passwords or codes locked an account' },
  'user.unlock': { version: 1, when: 'A lock was lifted by an administrator' },
  'password.change': { version: 1, when: 'A person changed their password' },
  'password.reset.ok': { version: 1, when: 'A person set a password through a link' },
  'user.password.reset': { version: 1, when: 'An administrator ended a password' },
  '2fa.verify.ok': { version: 1, when: 'An authenticator was added' },
  '2fa.disable': { version: 1, when: 'An authenticator was removed' },
  'user.2fa.reset': { version: 1, when: 'An administrator removed second factors' },
  'passkey.add': { version: 1, when: 'A passkey was added' },
  'passkey.remove': { version: 1, when: 'Passkeys were removed' },
  'session.revoke': { version: 1, when: 'Sign-ins of a person were ended' },
  'consent.record': { version: 1, when: 'A person confirmed a privacy policy or changed their consents' },
  'application.consent': {
    version: 1,
    when: 'A person let an application read their data',
    details: { application_id: 'value', scopes: 'value' },
  },
  'application.withdraw': {
    version: 1,
    when: 'A person withdrew that',
    details: { application_id: 'value' },
  },
  'document.create': { version: 1, when: 'A document was added', details: { id: 'value' } },
  'document.update': { version: 1, when: 'A document was changed', details: { id: 'value', changed: 'names' } },
  'document.delete': { version: 1, when: 'A document was removed', details: { id: 'value' } },
  'import.finish': {
    version: 1,
    when: 'An import ended',
    details: { import_id: 'value', created: 'value', skipped: 'value', failed: 'value' },
  },
  'import.undo': { version: 1, when: 'An import was undone', details: { import_id: 'value', undone: 'value' } },
  'policy.publish': { version: 1, when: 'A privacy policy was published', details: { policy_version: 'value' } },
  'tenant.update': { version: 1, when: 'A federation or club was changed', details: { changed: 'names' } },
} as const satisfies { readonly [Action in AuditAction]?: EventType<Action> };

export type EventName = keyof typeof eventCatalogue;

export const EVENT_NAMES = keysOf(eventCatalogue);
