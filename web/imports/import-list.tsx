import type { Import } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { ListFoot } from '../components/list-foot.tsx';
import { fully } from '../components/times.ts';
import { useList } from '../components/use-list.ts';
import { walkLines } from '../components/walk-lines.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';

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
              onOpen={() => change({ import: String(one.id), outcome: undefined }, { asNewStep: true })}
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
  const figures = say('imports.figures', {
    created: number(of.created),
    skipped: number(of.skipped),
    failed: number(of.failed),
  });
  return (
    <button type="button" className="import-row" onClick={onOpen} onKeyDown={walk}>
      <time dateTime={of.created_at}>{fully(of.created_at, language)}</time>
      <span className="record-name">{say(of.dry_run ? 'imports.check' : 'imports.import')}</span>
      <span className="import-figures">{figures}</span>
      <span className="pill import-status" data-status={of.status}>
        {say(`imports.status.${of.status as 'completed'}`)}
      </span>
    </button>
  );
}
