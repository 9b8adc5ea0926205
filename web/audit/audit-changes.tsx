import { fieldName, type Meta, roleName } from '../../src/platform/words/audit-notes.ts';
import { useTexts } from '../i18n/texts.ts';

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Values before and after an action, where the record has them. */
export function AuditChanges({ meta }: { meta: Meta }) {
  const { say } = useTexts();
  const changes = changesIn(meta);
  if (changes.length === 0) return null;
  const knowsBefore = changes.some(({ before }) => before !== undefined);
  return (
    <table className="changes">
      <caption>{say('audit.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('audit.changes.field')}</th>
          {knowsBefore && <th scope="col">{say('audit.changes.before')}</th>}
          <th scope="col">{say(knowsBefore ? 'audit.changes.after' : 'audit.changes.value')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldName(field, say)}</th>
            {knowsBefore && <td dir="auto">{valueText(field, before)}</td>}
            <td dir="auto">{valueText(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

  function valueText(field: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '—';
    if (field === 'role') return roleName(value, say);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

export function changesIn({ changed, before, after }: Meta): Change[] {
  if (typeof before === 'string' && typeof after === 'string') return [{ field: 'role', before, after }];
  if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) return [];
  return Object.entries(changed as object).map(([field, value]: [string, unknown]) =>
    isPair(value) ? { field, before: value.before, after: value.after } : { field, before: undefined, after: value },
  );
}

const isPair = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'after' in value;
