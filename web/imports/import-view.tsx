import { Button, Skeleton } from '@mantine/core';
import { isOver } from '../../client/follow-import.ts';
import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { useFocusBack } from '../components/focus/focus-back.ts';
import { Icon } from '../components/frame/icons.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { ActProgress, ActReport } from '../people/act-parts.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { ImportDecision, RenewChoice } from './import-check.tsx';
import { ImportMapping } from './import-mapping.tsx';
import { ImportNext } from './import-next.tsx';
import { ImportLeft, ImportProblems } from './import-problems.tsx';
import { ImportRows, RowsSkeleton } from './import-rows.tsx';
import { ImportTiles, TILES } from './import-tiles.tsx';
import { ImportUndo, KeptByUndo } from './import-undo.tsx';
import { readingWords } from './import-words.ts';
import { hasFile, mayCheckAgain } from './use-check-again.ts';
import { useFollowedImport, usePace } from './use-followed-import.ts';

/** One import: result of the check, progress, outcome. */
export function ImportView({ id }: { id: number }) {
  useFocusBack();
  const { say } = useTexts();
  const [, change] = useAddressState();
  const followed = useFollowedImport(id);
  return (
    <div className="import-view">
      <Button
        className="import-back"
        variant="subtle"
        leftSection={<Icon name="back" size={18} />}
        onClick={() => change({ import: undefined, outcome: undefined, bulk: undefined }, { asNewStep: true })}
      >
        {say('imports.all')}
      </Button>
      {followed.isError && <ProblemNotice error={followed.error} />}
      {followed.isPending && <ImportSkeleton />}
      {followed.data && <LoadedImport of={followed.data} />}
    </div>
  );
}

/** In the shape of what comes: heading, outcomes, rows. */
const ImportSkeleton = () => (
  <>
    <Skeleton height={52} width="60%" radius="md" />
    <Skeleton height={88} radius="md" />
    <RowsSkeleton />
  </>
);

function LoadedImport({ of }: { of: Import }) {
  const [state, change] = useAddressState();
  const outcome = TILES.find((one) => one === state.outcome);
  const over = isOver(of);
  return (
    <>
      <Heading of={of} />
      {!over && <Progress of={of} />}
      {of.status === 'failed' && <Failure of={of} />}
      {of.status === 'undone' && <Undone of={of} />}
      {over && !of.dry_run && of.status === 'completed' && <ImportNext of={of} />}
      <ImportTiles of={of} chosen={outcome} onChoose={(chosen) => change({ outcome: chosen })} />
      {over && mayCheckAgain(of) && (of.update || of.skipped > 0) && <RenewChoice of={of} />}
      {over && of.dry_run && of.status === 'completed' && <ImportDecision of={of} />}
      {over && of.status !== 'undone' && <ImportLeft of={of} />}
      {over && of.failed > 0 && of.status !== 'undone' && <ImportProblems of={of} />}
      {over && of.columns.length > 0 && hasFile(of) && <ImportMapping of={of} />}
      {over && <ImportRows of={of} outcome={outcome} />}
    </>
  );
}

function Heading({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const name = of.file_name;
  const mayUndo = of.created + of.updated > 0 && of.actions.includes('undo');
  const what = say(of.dry_run ? 'imports.check' : 'imports.import');
  const title = name === '' ? what : say('imports.of', { what, file: name });
  return (
    <div className="import-heading">
      <div>
        <h2 dir="auto" data-landing tabIndex={-1}>
          {title}
        </h2>
        <p className="hint">
          {[
            fully(of.created_at, language),
            ...(of.created_by_name === null ? [] : [of.created_by_name]),
            say('imports.rowsCount', { count: of.total, number: new Intl.NumberFormat(language).format(of.total) }),
            readingWords(of, say, language),
          ].join(' · ')}
        </p>
        {of.ignored_columns.length > 0 && (
          <p className="hint">
            {say('imports.ignored', { count: of.ignored_columns.length, columns: of.ignored_columns.join(', ') })}
          </p>
        )}
      </div>
      {isOver(of) && (
        <div className="page-actions">
          <Report of={of} />
          {mayUndo && <ImportUndo of={of} />}
        </div>
      )}
    </div>
  );
}

function Progress({ of }: { of: Import }) {
  const { say } = useTexts();
  const undoing = of.undo_requested_at !== null;
  const total = undoing ? of.created + of.updated : of.total;
  const done = undoing ? of.undone + of.restored + of.kept : of.created + of.updated + of.skipped + of.failed;
  return (
    <ActProgress
      name={say(undoing ? 'imports.undoing' : of.dry_run ? 'imports.checking' : 'imports.running')}
      done={done}
      total={total}
      pace={usePace(of, done, total)}
      words={{
        done: (counts) => say('imports.done', counts),
        rate: (count) => say('imports.rate', count),
        left: (time) => say('imports.left', time),
      }}
      hint={of.dry_run ? undefined : say('imports.mayLeave')}
    />
  );
}

function Report({ of }: { of: Import }) {
  const { say, language } = useTexts();
  return (
    <ActReport
      label={say('imports.report')}
      fileName={say('imports.report.file', { id: of.id })}
      fetchFile={(format) => service.file('GET /api/admin/imports/{id}/report.csv', of.id, { format, language })}
    />
  );
}

function Failure({ of }: { of: Import }) {
  const { say } = useTexts();
  return <Notice kind="problem">{say(`imports.failure.${of.failure ?? 'fault'}` as 'imports.failure.fault')}</Notice>;
}

function Undone({ of }: { of: Import }) {
  const { say, language } = useTexts();
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  return (
    <Notice kind="info">
      {say('imports.undone', { count: of.undone, number: number(of.undone) })}
      {of.restored > 0 && ` ${say('imports.restored', { count: of.restored, number: number(of.restored) })}`}
      {of.kept > 0 && (
        <>
          {' '}
          {say('imports.undoneKept', { count: of.kept, number: number(of.kept) })}
          <KeptByUndo of={of} />
        </>
      )}
    </Notice>
  );
}
