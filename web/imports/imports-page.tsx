import '../styles/audit.css';
import '../styles/imports.css';
import type { Import } from '../../client/wire-types.ts';
import { importStanding } from '../../src/platform/words/import-standing.ts';
import { service } from '../auth/service.ts';
import { PageHead } from '../components/frame/page-head.tsx';
import { fully } from '../components/frame/times.ts';
import { ListDownload } from '../components/table/list-download.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { useList } from '../components/table/use-list.ts';
import { walkLines } from '../components/table/walk-lines.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { RowsSkeleton } from './import-rows.tsx';
import { ImportStart } from './import-start.tsx';
import { ImportView } from './import-view.tsx';

/** Import: check a file, run it, follow it, and undo it if necessary. */
export function ImportsPage() {
  const { say } = useTexts();
  const [state] = useAddressState();
  const id = Number(state.import) || undefined;
  return (
    <>
      <PageHead title={say('imports.title')} {...(id === undefined ? { text: say('imports.text') } : {})} />
      {id === undefined ? (
        <>
          <ImportStart />
          <ImportList />
        </>
      ) : (
        <ImportView key={id} id={id} />
      )}
    </>
  );
}

const AT_ONCE = 20;

/** Past imports and those in progress. */
function ImportList() {
  const { say } = useTexts();
  const [{ tenant_id }, change] = useAddressState();
  const tenantId = Number(tenant_id) || undefined;
  const of = tenantId === undefined ? {} : { tenant_id: tenantId };
  const list = useList(['imports', 'list', of], (cursor) =>
    service.call('GET /api/admin/imports', { ...of, limit: AT_ONCE, cursor }),
  );
  if (list.query.isPending) return <RowsSkeleton />;
  if (list.items.length === 0) return null;
  return (
    <section className="import-past" aria-labelledby="import-past">
      <div className="import-past-head">
        <h2 id="import-past">{say('imports.past')}</h2>
        <ListDownload
          list={list}
          fileName={say('imports.file')}
          fetchFile={({ format, language }) =>
            service.file('GET /api/admin/imports/export', { ...of, format, language })
          }
        />
      </div>
      <ul className="day-records">
        {list.items.map((one) => (
          <li key={one.id}>
            <PastImport
              of={one}
              onOpen={() =>
                change({ import: String(one.id), outcome: undefined, bulk: undefined }, { asNewStep: true })
              }
            />
          </li>
        ))}
      </ul>
      <ListFoot list={list} />
    </section>
  );
}

const walk = walkLines('button.import-row');

function PastImport({ of, onOpen }: { of: Import; onOpen: () => void }) {
  const { say, language } = useTexts();
  const number = (count: number) => new Intl.NumberFormat(language).format(count);
  const undone = say('imports.figures.undone', { count: of.undone, number: number(of.undone) });
  const figures = say('imports.figures', {
    created: number(of.created),
    skipped: number(of.skipped),
    failed: number(of.failed),
  });
  return (
    <button type="button" className="import-row" onClick={onOpen} onKeyDown={walk}>
      <time dateTime={of.created_at}>{fully(of.created_at, language)}</time>
      <span className="record-name cut" dir="auto" title={of.file_name}>
        {of.file_name || say(of.dry_run ? 'imports.check' : 'imports.import')}
      </span>
      <span className="import-who cut" dir="auto">
        {of.created_by_name}
      </span>
      <span className="import-figures">{of.status === 'undone' ? undone : figures}</span>
      <span className="pill import-status" data-status={of.status}>
        {say(importStanding(of, Date.now()))}
      </span>
    </button>
  );
}
