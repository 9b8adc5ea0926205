import '../styles/people.css';
import '../styles/person-cards.css';
import { Navigate } from '@tanstack/react-router';
import type { User } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { useWalk } from '../components/drawer/use-walk.ts';
import { PageHead } from '../components/frame/page-head.tsx';
import { DownloadMenu } from '../components/table/download-menu.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PeopleViews } from '../people/people-views.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { cardsFilter, peopleQuery } from './cards-filter.ts';
import { CardsToolbar } from './cards-toolbar.tsx';
import { AlphabetJumps, PeopleByLetter } from './people-by-letter.tsx';
import { PeopleInGroups } from './people-in-groups.tsx';
import { PersonDrawer } from './person-drawer.tsx';

/** Cards lie in several lists: from one to the next person by their cards. */
const NONE: readonly User[] = [];

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.person-card')];

function cardBeside(id: number, by: 1 | -1): number | undefined {
  const all = cards();
  const place = all.findIndex((card) => card.dataset.person === String(id));
  const next = place < 0 ? undefined : all[place + by];
  return next && Number(next.dataset.person);
}

/** People to call and write to: the list as cards. */
export function CardsPage() {
  const { say, language } = useTexts();
  const viewer = service.storedUser();
  const [state, change] = useAddressState();
  const person = useOpened('person', ['tab']);
  const filter = cardsFilter(state);
  const show = (id: number) => person.open(String(id));
  const openId = /^[1-9]\d{0,14}$/.test(person.opened ?? '') ? Number(person.opened) : undefined;
  useWalk({
    openId,
    beside: cardBeside,
    open: (id) => {
      show(id);
      cards()
        .find((card) => card.dataset.person === String(id))
        ?.scrollIntoView({ block: 'nearest' });
    },
  });
  const isByLetter = filter.group === 'letter';
  if (state.view === 'table') {
    const { q, role, tenant_id } = state; // an old link: the table is the list now
    return <Navigate to={PAGE_PATHS.users} search={{ q, role, tenant_id }} replace />;
  }
  return (
    <>
      <PageHead
        title={say('cards.title')}
        views={<PeopleViews />}
        actions={
          <DownloadMenu
            label={say('cards.export')}
            fileName={say('cards.export.file', { day: new Date().toISOString().slice(0, 10) })}
            formats={[
              { format: 'xlsx', label: say('download.xlsx') },
              { format: 'csv', label: say('download.csv') },
            ]}
            fetchFile={(format) =>
              service.file('GET /api/admin/users/export', { ...peopleQuery(filter), format, language })
            }
          />
        }
      />
      <CardsToolbar filter={filter} change={change} />
      {isByLetter && filter.q === '' && (
        <AlphabetJumps chosen={filter.from} onChoose={(from) => change({ from: from || undefined })} />
      )}
      {isByLetter && <PeopleByLetter filter={filter} openId={openId} onShow={show} />}
      {!isByLetter && <PeopleInGroups filter={filter} openId={openId} onShow={show} />}
      {viewer && openId !== undefined && (
        <PersonDrawer key="person" id={openId} viewer={viewer} list={NONE} onShow={show} onClose={person.close} />
      )}
    </>
  );
}
