import type { ReactNode } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { Duplicate } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';

interface MergePreviewProps {
  readonly merge: Answer<'POST /api/admin/users/{id}/merge'>;
  readonly people: Duplicate['people'];
}

/** What moves, what conflicts and what is dropped. */
export function MergePreview({ merge: { moves, conflicts, dropped, way_in }, people }: MergePreviewProps) {
  const { say } = useTexts();
  const email = people.find(({ id }) => id !== way_in)?.email ?? '';
  return (
    <>
      <Part title={say('merging.moves')}>
        {moves.length === 0 ? (
          <li>{say('merging.moves.nothing')}</li>
        ) : (
          moves.map(({ what, count }) => <li key={what}>{say(`merging.moved.${what}`, { count })}</li>)
        )}
      </Part>
      {conflicts.length > 0 && (
        <Part title={say('merging.conflicts')}>
          {conflicts.map(({ tenant_id, tenant_name: tenant, stays, ends }) => (
            <li key={tenant_id}>
              {say('merging.conflict', { tenant, stays: say(`role.${stays.role}`), ends: say(`role.${ends.role}`) })}
            </li>
          ))}
        </Part>
      )}
      <Part title={say('merging.dropped')}>
        {dropped.map(({ what, count }) => (
          <li key={what}>{say(`merging.dropped.${what}`, { count, email })}</li>
        ))}
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <ul className="plain-list">{children}</ul>
  </section>
);
