import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/people.css';
import '../styles/table.css';
import { useState } from 'react';
import type { Duplicate } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { BackLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { useDuplicates } from './merging-queries.ts';
import { RecentMerges } from './recent-merges.tsx';

/** People who may be one, and what was merged of late. */
export function DuplicatesPage() {
  const { say } = useTexts();
  const list = useDuplicates();
  const [asked, setAsked] = useState<Duplicate>();
  return (
    <div className="narrow">
      <BackLink to={PAGE_PATHS.users}>{say('merging.back')}</BackLink>
      <PageHead title={say('merging.title')} text={say('merging.text')} />
      {list.query.error && <ProblemNotice error={list.query.error} />}
      {list.query.isPending && <Skeleton height={160} radius="md" />}
      {list.query.isSuccess && list.items.length === 0 && (
        <div className="empty">
          <p role="status">{say('merging.none')}</p>
        </div>
      )}
      {list.items.length > 0 && (
        <section className="card" aria-label={say('merging.title')}>
          {list.items.map((pair) => (
            <PairRow key={pair.people.map(({ id }) => id).join()} pair={pair} onOpen={() => setAsked(pair)} />
          ))}
        </section>
      )}
      <ListFoot list={list} />
      <RecentMerges />
      {asked && <MergeDialog pair={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function PairRow({ pair: { same, people }, onOpen }: { pair: Duplicate; onOpen: () => void }) {
  const { say } = useTexts();
  const [first] = people;
  if (first === undefined) return null;
  return (
    <div className="row wordy">
      <div>
        {people.map((person) => (
          <p key={person.id} className="plain">
            <strong dir="auto">{nameOf(person)}</strong>
            <br />
            <span className="hint-line">{`${person.email}, ${person.tenant_name}`}</span>
          </p>
        ))}
        <p className="hint">{same.map((likeness) => say(`merging.same.${likeness}`)).join(', ')}</p>
      </div>
      <Button
        className="firm"
        variant="default"
        aria-label={say('merging.open.of', { name: nameOf(first) })}
        onClick={onOpen}
      >
        {say('merging.open')}
      </Button>
    </div>
  );
}
