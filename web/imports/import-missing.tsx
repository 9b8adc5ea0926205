import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useBulkStart } from '../people/bulk-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** Members whom no row of the file is about: in the list of last year, not in this one. */
export function ImportMissing({ of, onStarted }: { of: Import; onStarted: (jobId: number) => void }) {
  const { say, language } = useTexts();
  const filter = missingFrom(of);
  const [asked, setAsked] = useState(false);
  const missing = useQuery({
    queryKey: ['selection', filter],
    queryFn: () => service.call('GET /api/admin/users/selection', { ...filter, names: '1' }),
  });
  const suspending = useBulkStart(({ id }) => onStarted(id));
  const { total: count = 0, people = [] } = missing.data ?? {};
  if (count === 0) return null;
  const counted = { count, number: new Intl.NumberFormat(language).format(count) };
  const more = count - people.length;
  return (
    <section className="card import-decision" aria-labelledby="import-missing">
      <div className="import-decision-words">
        <h2 id="import-missing">{say('imports.missing.title', counted)}</h2>
        <p className="hint">{say('imports.missing.text')}</p>
        <ul className="import-help">
          {people.map(({ id, full_name, email }) => (
            <li key={id} dir="auto">
              {full_name} <span className="hint-line">{email}</span>
            </li>
          ))}
          {more > 0 && (
            <li>
              {say('imports.missing.more', { count: more, number: new Intl.NumberFormat(language).format(more) })}
            </li>
          )}
        </ul>
        <Link to={PAGE_PATHS.duplicates}>{say('imports.missing.duplicates')}</Link>
      </div>
      <div className="import-decision-acts">
        <Button size="md" variant="default" loading={suspending.isPending} onClick={() => setAsked(true)}>
          {say('imports.missing.suspend', counted)}
        </Button>
      </div>
      {asked && (
        <QuestionDialog
          title={say('imports.missing.question')}
          confirm={say('imports.missing.suspend', counted)}
          danger
          busy={suspending.isPending}
          onConfirm={() =>
            suspending.mutate(
              { filter, expected_total: count, action: 'suspend' },
              { onSettled: () => setAsked(false) },
            )
          }
          onClose={() => setAsked(false)}
        >
          {say('imports.missing.answer')}
        </QuestionDialog>
      )}
    </section>
  );
}

const missingFrom = ({ id, tenant_id }: Import) =>
  ({ missing_from: id, role: 'member', ...(tenant_id === null ? {} : { tenant_id }) }) as const;
