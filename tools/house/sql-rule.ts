import { forbiddenCodeRule } from './forbidden-code.ts';
import { isInSource, isTest } from './source-tree.ts';

/** Files that still hold statements: none may be added. */
const NOT_MOVED_YET = new Set([
  'acted-lately.ts',
  'acts-about.ts',
  'cancel-tokens.ts',
  'change-user.ts',
  'clock-watch.ts',
  'count-accounts.ts',
  'count-acts.ts',
  'count-current.ts',
  'count-joined.ts',
  'count-progress.ts',
  'create-users.ts',
  'end-sessions.ts',
  'enqueue-mail.ts',
  'erase-audit.ts',
  'factor-rules-of-user.ts',
  'find-account.ts',
  'find-admitted-person.ts',
  'find-identity-provider.ts',
  'find-invitation.ts',
  'find-newest-mails.ts',
  'find-newest-record.ts',
  'find-record.ts',
  'find-tenant.ts',
  'hold-user-row.ts',
  'journalled-application.ts',
  'journalled-consents.ts',
  'journalled-google-link.ts',
  'journalled-identities.ts',
  'journalled-key.ts',
  'journalled-passkeys.ts',
  'journalled-password.ts',
  'journalled-person.ts',
  'journalled-standing.ts',
  'lease.ts',
  'lineage.ts',
  'list-consents.ts',
  'list-contacts.ts',
  'list-mails.ts',
  'list-notices.ts',
  'list-passkeys.ts',
  'list-superadmins.ts',
  'newest-job-of.ts',
  'note-authentication.ts',
  'note-branding.ts',
  'notify-logout.ts',
  'open-rebuilds.ts',
  'outbox-backlog.ts',
  'passkeys-bound-elsewhere.ts',
  'people-outside.ts',
  'policy-in-force.ts',
  'redeem-action-token.ts',
  'resend-mail.ts',
  'second-factors.ts',
  'send-code.ts',
  'shared-values.ts',
  'slot-lease.ts',
  'sought-people.ts',
  'spend-challenge.ts',
  'superadmin-guard.ts',
  'word-search.ts',
]);

/** One place for each statement, so that whoever changes a table finds all that read and write it. */
export const sqlRule = forbiddenCodeRule({
  name: 'sql',
  message: 'statements lie in files called …-store.ts',
  pattern: /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\b|\bsql\s*(?:<[^`;]*>)?\s*`/g,
  appliesTo: (path) =>
    isInSource(path) &&
    !isTest(path) &&
    !path.endsWith('-store.ts') &&
    !path.startsWith('src/platform/database/') &&
    !NOT_MOVED_YET.has(path.slice(path.lastIndexOf('/') + 1)),
});
