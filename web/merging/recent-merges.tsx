import { Button } from '@mantine/core';
import { onDay } from '../components/frame/times.ts';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useMerges, useUnmerge } from './merging-queries.ts';

/** What was merged in the last 30 days, each with its way back. */
export function RecentMerges() {
  const { say, language } = useTexts();
  const list = useMerges();
  const unmerge = useUnmerge();
  if (list.items.length === 0) return null;
  return (
    <>
      <section className="card" aria-label={say('merging.recent')}>
        <h2>{say('merging.recent')}</h2>
        {list.items.map(({ id, full_name: name, email, into_email: into, undo_until }) => (
          <div key={id} className="row wordy">
            <div>
              <strong dir="auto">{name}</strong>
              <p className="hint">{say('merging.recent.into', { email, into, until: onDay(undo_until, language) })}</p>
            </div>
            <Button
              className="firm"
              variant="default"
              aria-label={say('merging.undo.of', { name })}
              loading={unmerge.isPending && unmerge.variables.id === id}
              onClick={() => unmerge.mutate({ id, name })}
            >
              {say('merging.undo')}
            </Button>
          </div>
        ))}
      </section>
      <ListFoot list={list} />
    </>
  );
}
