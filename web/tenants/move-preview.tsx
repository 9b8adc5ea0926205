import type { Answer } from '../../client/route-types.ts';
import type { TenantInTree } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';

type TenantMove = Answer<'PATCH /api/admin/tenants/{id}'>;

interface MovePreviewProps {
  readonly move: TenantMove;
  readonly tenants: readonly TenantInTree[];
}

/** What moves, and whose sight changes. */
export function MovePreview({ move, tenants }: MovePreviewProps) {
  const { say } = useTexts();
  const { tenants: moved, people, gain, lose } = move;
  return (
    <>
      <p className="plain">
        {say('tenants.move.what', {
          tenants: say('tenants.total', { count: moved }),
          people: say('tenants.move.people', { count: people }),
        })}
      </p>
      {gain.total + lose.total === 0 ? (
        <p className="hint">{say('tenants.move.same')}</p>
      ) : (
        <>
          <Seers title={say('tenants.move.gain', { count: gain.total })} seers={gain} tenants={tenants} />
          <Seers title={say('tenants.move.lose', { count: lose.total })} seers={lose} tenants={tenants} />
        </>
      )}
    </>
  );
}

interface SeersProps {
  readonly title: string;
  readonly seers: TenantMove['gain'];
  readonly tenants: readonly TenantInTree[];
}

function Seers({ title, seers: { total, named }, tenants }: SeersProps) {
  const { say } = useTexts();
  if (total === 0) return null;
  const nameOf = (id: number) => tenants.find((tenant) => tenant.id === id)?.name ?? '';
  return (
    <section>
      <h3>{title}</h3>
      <ul className="plain-list">
        {named.map(({ user_id, full_name, role, tenant_id }) => (
          <li key={`${user_id} ${tenant_id}`}>
            <strong dir="auto">{full_name}</strong>
            <span className="hint-line">{` ${say(`role.${role}`)}, ${nameOf(tenant_id)}`}</span>
          </li>
        ))}
      </ul>
      {total > named.length && <p className="hint">{say('tenants.move.more', { count: total - named.length })}</p>}
    </section>
  );
}
