import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import type { ReactNode } from 'react';
import type { AuditItem } from '../../client/wire-types.ts';
import { WindowLines } from '../components/window-lines.tsx';
import { FEW } from '../components/window-rows.ts';
import { useTexts } from '../i18n/texts.ts';
import { AuditRow } from './audit-row.tsx';
import { dayName, localDay } from './day-names.ts';

interface AuditDaysProps {
  readonly records: readonly AuditItem[];
  readonly waiting: boolean;
  readonly openId: number;
  readonly onOpen: (record: AuditItem) => void;
  readonly empty: ReactNode;
}

const LINE_HEIGHT = 45;
const BONES = ['60%', '45%', '70%', '50%', '65%', '40%', '55%', '60%'];

/** Records by day. */
export function AuditDays({ records, waiting, openId, onOpen, empty }: AuditDaysProps) {
  const { say, language } = useTexts();
  if (waiting)
    return (
      <div className="day-records" role="status" aria-label={say('app.loading')}>
        {BONES.map((width) => (
          <Skeleton key={width} height={20} width={width} my={18} mx="md" radius="sm" />
        ))}
      </div>
    );
  if (records.length === 0) return <div className="empty">{empty}</div>;
  const days = Map.groupBy(records, ({ at }) => localDay(at));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="day">
          <h2>{dayName(day, language)}</h2>
          <WindowLines
            lines={ofDay}
            keyOf={({ id }) => id}
            height={LINE_HEIGHT}
            whole={records.length <= FEW}
            show={(record) => <AuditRow record={record} open={record.id === openId} onOpen={onOpen} />}
          />
        </section>
      ))}
    </>
  );
}
