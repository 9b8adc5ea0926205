import type { ReactNode } from 'react';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import type { useList } from '../components/table/use-list.ts';
import { PersonBones } from './person-bones.tsx';

interface PersonPartListProps<Item> {
  readonly list: ReturnType<typeof useList<Item>>;
  readonly empty: string;
  readonly show: (item: Item) => ReactNode;
}

/** A list in a tab of the drawer, newest first. */
export function PersonPartList<Item>({ list, empty, show }: PersonPartListProps<Item>) {
  const { items, query } = list;
  if (query.isPending) return <PersonBones />;
  if (query.isError && items.length === 0) return <ProblemNotice error={query.error} />;
  if (items.length === 0)
    return (
      <div className="empty">
        <p role="status">{empty}</p>
      </div>
    );
  return (
    <>
      <ul className="part-list">{items.map(show)}</ul>
      <ListFoot list={list} />
    </>
  );
}
