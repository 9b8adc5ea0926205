import type { AuditAction } from '../audit/audit-actions.ts';
import type { auditNotes } from './audit-note-words.ts';
import type { KeyOf } from './catalogue.ts';
import type { Values } from './filled-text.ts';
import type { roleNames } from './role-names.ts';

type NoteKey = KeyOf<typeof auditNotes & typeof roleNames>;
/** The text of a key in the reader's language. */
export type SayNote = (key: NoteKey, values?: Values) => string;

/** Records outlive the code that wrote them: nothing in `meta` is taken for granted. */
export type Meta = Readonly<Record<string, unknown>>;

/** The details of an action in a few words; empty when there is nothing worth a line. */
export const noteOf = (action: AuditAction, meta: Meta, say: SayNote): string =>
  typeof meta.suppressed === 'number'
    ? say('audit.note.suppressed', { count: meta.suppressed })
    : (NOTES[action]?.(meta, say) ?? '');

type Note = (meta: Meta, say: SayNote) => string;

/** The text of what a record names, if there is one. */
function findText(key: string, say: SayNote): string | undefined {
  const text = say(key as NoteKey); // a key without a text is given back
  return text === key ? undefined : text;
}

const reason: Note = (meta, say) => {
  const text = findText(`audit.note.reason.${meta.reason}`, say);
  if (text === undefined) return '';
  const counts = (meta.reason === 'password' || meta.reason === '2fa') && typeof meta.fail_count === 'number';
  return counts ? say('audit.note.attempt', { reason: text, count: Number(meta.fail_count) }) : text;
};

const quoted: Note = ({ reason: words }, say) =>
  typeof words === 'string' && words !== '' ? say('audit.note.quoted', { text: words }) : '';

const isInactive = ({ reason: word, sessions_ended: ended }: Meta): boolean =>
  word === 'inactive' && ended !== undefined;

const devices: Note = (meta, say) => {
  const count = meta.ended ?? meta.count;
  return typeof count === 'number' ? say('audit.note.devices', { count }) : '';
};

const changedFields: Note = ({ changed }, say) => {
  if (Array.isArray(changed)) return changed.map((field) => fieldName(String(field), say)).join(', ');
  return Object.entries((changed ?? {}) as object)
    .map(([field, value]: [string, unknown]) => changedField(field, value, say))
    .join(', ');
};

/** The change from old to new value, if both are recorded and short. */
function changedField(field: string, value: unknown, say: SayNote): string {
  const name = fieldName(field, say);
  const { before, after } = (value ?? {}) as { before?: unknown; after?: unknown };
  const isShort = [before, after].every((one) => typeof one === 'string' && one.length <= LONGEST_VALUE);
  if (!isShort) return name;
  return say('audit.note.change', { field: name, before: String(before) || '—', after: String(after) || '—' });
}

const LONGEST_VALUE = 40;

const named =
  (member: string): Note =>
  (meta) =>
    typeof meta[member] === 'string' ? meta[member] : '';

const counts = (key: 'audit.note.import' | 'audit.note.undo', members: readonly string[]): Note => {
  return (meta, say) => {
    if (members.some((member) => typeof meta[member] !== 'number')) return '';
    const text = say(key, Object.fromEntries(members.map((member) => [member, Number(meta[member])])));
    return meta.mode === 'dry-run' ? `${say('audit.note.dryRun')}: ${text}` : text;
  };
};

const format: Note = ({ format: name }) => (typeof name === 'string' ? name.toUpperCase() : '');

const bulk =
  (more: Note): Note =>
  (meta, say) =>
    [findText(`audit.note.bulk.${meta.act}`, say), more(meta, say)].filter(Boolean).join(': ');

const bulkResult: Note = ({ done, refused }, say) =>
  typeof done === 'number' && typeof refused === 'number' ? say('audit.note.bulkResult', { done, refused }) : '';

const people =
  (member: string): Note =>
  ({ [member]: count }, say) =>
    typeof count === 'number' ? say('audit.note.people', { count }) : '';

/** The roles for which the days of grace differ. */
const changedRoles: Note = ({ before, after }, say) => {
  const [old, now] = [before, after].map((one) => (one ?? {}) as Readonly<Record<string, unknown>>);
  const roles = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  return [...roles]
    .filter((role) => old?.[role] !== now?.[role])
    .map((role) => roleName(role, say))
    .join(', ');
};

const NOTES: Partial<Record<AuditAction, Note>> = {
  'login.fail': reason,
  'login.2fa_fail': (meta, say) => reason({ reason: '2fa', fail_count: meta.fail_count }, say),
  'login.locked': ({ lock_minutes: count }, say) =>
    typeof count === 'number' ? say('audit.note.locked', { count }) : '',
  'identity.login': named('provider'),
  'identity.link': named('provider'),
  'identity.unlink': named('provider'),
  'identity_provider.create': named('name'),
  'identity_provider.update': named('key'),
  'identity_provider.delete': named('name'),
  'identity_provider.test': named('key'),
  'password.forgot.miss': reason,
  'password.reset.fail': reason,
  'invite.consume.fail': reason,
  'device.disown.fail': reason,
  'account.take_back.fail': reason,
  'login.code.miss': reason,
  // For actions of the service itself, which have one reason and no administrator.
  'user.suspend': (meta, say) => (isInactive(meta) ? say('audit.note.reason.inactive') : quoted(meta, say)),
  'user.create': ({ role }, say) => roleName(role, say),
  'user.role.change': ({ before, after }, say) => `${roleName(before, say)} → ${roleName(after, say)}`,
  'user.update': changedFields,
  'profile.update': changedFields,
  'user.read': ({ mail_id, what }, say) =>
    mail_id !== undefined ? say('audit.note.mail') : what === 'consents' ? say('audit.note.consents') : '',
  'session.revoke': devices,
  'session.limit': devices,
  'tenant.create': named('name'),
  'tenant.update': changedFields,
  'tenant.steps': ({ put_aside }, say) => say(put_aside === true ? 'audit.note.aside' : 'audit.note.back'),
  'tenant.color': named('color'),
  'document.create': named('title'),
  'document.delete': named('title'),
  'document.update': changedFields,
  'audit.export': format,
  'export.people': format,
  'export.invitations': format,
  'export.imports': format,
  'export.missing_factors': format,
  'export.mails': format,
  'export.erasures': format,
  'export.tenants': format,
  'bulk.start': bulk(people('total')),
  'bulk.finish': bulk(bulkResult),
  'bulk.undo': bulk(people('done')),
  'bulk.report': bulk(format),
  'policy.publish': named('policy_version'),
  'factor_policy.change': changedRoles,
  'factor_policy.remind': people('reminded'),
  'application.create': named('name'),
  'application.update': named('name'),
  'application.delete': named('name'),
  'application.end': named('name'),
  'application.logo_upload': named('name'),
  'application.logo_delete': named('name'),
  'application.secret': named('name'),
  'application.enter': named('name'),
  'application.consent': named('name'),
  'application.withdraw': named('name'),
  'application.device_refuse': named('name'),
  'import.start': ({ total, mode }, say) => {
    const rows = typeof total === 'number' ? say('audit.note.rows', { count: total }) : '';
    return [rows, mode === 'dry-run' ? say('audit.note.dryRun') : ''].filter(Boolean).join(', ');
  },
  'import.finish': counts('audit.note.import', ['created', 'skipped', 'failed']),
  'import.undo': counts('audit.note.undo', ['undone', 'kept']),
  'erasure.reject': quoted,
  'erasure.extend': quoted,
  'erasure.hold': ({ held }, say) => say(held === true ? 'audit.note.held' : 'audit.note.released'),
};

/** The translated role; any other value unchanged. */
export const roleName = (role: unknown, say: SayNote): string =>
  findText(`role.${String(role)}`, say) ?? String(role ?? '');

/** The label of a field; its technical name when it has none. */
export const fieldName = (field: string, say: SayNote): string => findText(`audit.field.${field}`, say) ?? field;
