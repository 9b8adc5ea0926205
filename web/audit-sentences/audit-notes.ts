import type { AuditAction } from '../../src/audit/audit-actions.ts';
import type { texts } from '../i18n/audit-hr.ts';
import { hr } from '../i18n/hr.ts';
import type { Say, TextKey } from '../i18n/texts.ts';

/** Records outlive the code that wrote them: nothing in `meta` is taken for granted. */
export type Meta = Readonly<Record<string, unknown>>;

/** The details of an action in a few words; empty when there is nothing worth a line. */
export const noteOf = (action: AuditAction, meta: Meta, say: Say): string =>
  typeof meta.suppressed === 'number'
    ? say('audit.note.suppressed', { count: meta.suppressed })
    : (NOTES[action]?.(meta, say) ?? '');

type Note = (meta: Meta, say: Say) => string;

const REASONS = [
  'password',
  '2fa',
  'locked',
  'unknown',
  'suspended',
  'invited',
  'factor_shut',
  'limit',
  'token',
] as const;

const reason: Note = (meta, say) => {
  const known = REASONS.find((one) => one === meta.reason);
  if (known === undefined) return '';
  const text = say(`audit.note.reason.${known}`);
  const counts = (known === 'password' || known === '2fa') && typeof meta.fail_count === 'number';
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

/** From what to what, where both are told and short. */
function changedField(field: string, value: unknown, say: Say): string {
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
  'tenant.color': named('color'),
  'document.create': named('title'),
  'document.delete': named('title'),
  'document.update': changedFields,
  'audit.export': ({ format }) => (typeof format === 'string' ? format.toUpperCase() : ''),
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
export const roleName = (role: unknown, say: Say): string => {
  const key = `role.${String(role)}`;
  return key in hr ? say(key as TextKey) : String(role ?? '');
};

type FieldKey = Extract<keyof typeof texts, `audit.field.${string}`>;
const FIELDS = [
  'ime',
  'prezime',
  'full_name',
  'telefon',
  'oib',
  'email',
  'preferred_language',
  'tenant_id',
  'role',
  'name',
  'slug',
  'title',
  'year',
  'visibility',
  'language',
  'kind',
] as const satisfies readonly (FieldKey extends `audit.field.${infer Name}` ? Name : never)[];

/** The label of a field; its technical name when it has none. */
export function fieldName(field: string, say: Say): string {
  const known = FIELDS.find((one) => one === field);
  return known === undefined ? field : say(`audit.field.${known}`);
}
