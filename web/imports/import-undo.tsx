import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../client/route-types.ts';
import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActUndo } from '../people/act-parts.tsx';

/** Undoes an import, after showing what would be removed and what kept. */
export function ImportUndo({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <ActUndo
      danger
      label={say('imports.undo')}
      title={say('imports.undo.title')}
      previewKey={['import-undo', of.id]}
      loadPreview={() => service.call('GET /api/admin/imports/{id}/undo', of.id)}
      reaches={({ removable, restorable = 0 }) => removable + restorable}
      confirm={({ removable }) =>
        removable === 0
          ? say('imports.undo')
          : say('imports.undo.confirm', { count: removable, number: number(removable) })
      }
      undo={() => service.call('POST /api/admin/imports/{id}/undo', of.id)}
      onUndone={() => queries.invalidateQueries({ queryKey: ['import', of.id] })}
    >
      {({ removable, restorable = 0, kept, people }) => (
        <ul className="import-help">
          {(removable > 0 || restorable === 0) && (
            <li>{say('imports.undo.removes', { count: removable, number: number(removable) })}</li>
          )}
          {restorable > 0 && <li>{say('imports.undo.restores', { count: restorable, number: number(restorable) })}</li>}
          {kept > 0 && (
            <li>
              {say('imports.undo.keeps', { count: kept, number: number(kept) })}
              <KeptPeople people={people} of={kept} />
            </li>
          )}
          {removable > 0 && <li>{say('imports.undo.mails')}</li>}
        </ul>
      )}
    </ActUndo>
  );
}

const MOST_SHOWN = 20;

/** Who keeps the account, each with why. */
function KeptPeople({ people, of }: { people: Answer<'GET /api/admin/imports/{id}/undo'>['people']; of: number }) {
  const { say, language } = useTexts();
  const more = of - Math.min(people.length, MOST_SHOWN);
  return (
    <ul>
      {people.slice(0, MOST_SHOWN).map(({ user_id, full_name, line, why }) => (
        <li key={user_id}>
          <span dir="auto">{full_name || say('imports.undo.nameless', { line })}</span>:{' '}
          {say(`imports.undo.why.${why}`)}
        </li>
      ))}
      {more > 0 && (
        <li>{say('imports.undo.more', { count: more, number: new Intl.NumberFormat(language).format(more) })}</li>
      )}
    </ul>
  );
}

/** Who kept the account when the import was undone, as of now. */
export function KeptByUndo({ of }: { of: Import }) {
  const preview = useQuery({
    queryKey: ['import-undo', of.id],
    queryFn: () => service.call('GET /api/admin/imports/{id}/undo', of.id),
  });
  return preview.data ? <KeptPeople people={preview.data.people} of={preview.data.kept} /> : null;
}
