import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ListFoot } from '../components/list-foot.tsx';
import { fully } from '../components/times.ts';
import { useList } from '../components/use-list.ts';
import { walkLines } from '../components/walk-lines.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { hasFile } from './use-check-again.ts';

const AT_ONCE = 20;

/** Past imports and those in progress. */
export function ImportList() {
  const { say } = useTexts();
  const [, change] = useAddressState();
  const list = useList(['imports'], (cursor) =>
    service.imports.list({ limit: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) }),
  );
  if (list.items.length === 0) return null;
  return (
    <section className="import-past" aria-labelledby="import-past">
      <h2 id="import-past">{say('imports.past')}</h2>
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
        {say(`imports.status.${statusOf(of)}`)}
      </span>
    </button>
  );
}

/** What became of a check is more than that it ended. */
function statusOf(of: Import) {
  if (!of.dry_run || of.status !== 'completed') return of.status;
  if (of.next_is !== null) return of.next_is === 'check' ? 'again' : 'imported';
  return hasFile(of) && of.created > 0 ? 'checked' : 'old';
}
