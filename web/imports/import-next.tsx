import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Import, SelectionFilter } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { useTexts } from '../i18n/texts.ts';
import { BulkCard } from '../people/bulk-card.tsx';
import { useBulkJobInView, useBulkStart } from '../people/bulk-queries.ts';
import { ImportMissing } from './import-missing.tsx';

/** After an import: what was started on its people, else whom to invite and who is not in its file. */
export function ImportNext({ of }: { of: Import }) {
  const bulk = useBulkJobInView(({ filter }) => filter.import_id === of.id || filter.missing_from === of.id);
  if (bulk.id !== undefined) return <BulkCard key={bulk.id} id={bulk.id} onDismiss={bulk.dismiss} />;
  return (
    <>
      {!of.invite && of.created > of.undone && <Uninvited of={of} onStarted={bulk.show} />}
      {of.update && <ImportMissing of={of} onStarted={bulk.show} />}
    </>
  );
}

/** After an import without mails: inviting whom it made and nobody has invited since. */
function Uninvited({ of, onStarted }: { of: Import; onStarted: (jobId: number) => void }) {
  const { say } = useTexts();
  const filter = uninvitedOf(of);
  const uninvited = useQuery({
    queryKey: ['selection', filter],
    queryFn: () => service.call('GET /api/admin/users/selection', filter),
    gcTime: 0, // once they were invited, the number of before would offer it again for a moment
  });
  const inviting = useBulkStart(({ id }) => onStarted(id));
  const count = uninvited.data?.total ?? 0;
  if (count === 0) return null;
  return (
    <section className="card import-decision" aria-labelledby="import-next">
      <div className="import-decision-words">
        <h2 id="import-next">{say('imports.next.title', { count })}</h2>
        <p className="hint">{say('imports.next.text')}</p>
      </div>
      <div className="import-decision-acts">
        <Button
          size="md"
          loading={inviting.isPending}
          onClick={() => inviting.mutate({ filter, expected_total: count, action: 'invite' })}
        >
          {say('imports.next.invite', { count })}
        </Button>
      </div>
    </section>
  );
}

const uninvitedOf = ({ id, tenant_id }: Import): SelectionFilter => ({
  import_id: id,
  status: 'invited',
  invitation: 'none',
  ...(tenant_id === null ? {} : { tenant_id }),
});
