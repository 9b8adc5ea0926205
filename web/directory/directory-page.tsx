import '../styles/people.css';
import '../styles/directory.css';
import { service } from '../auth/service.ts';
import { PageHead } from '../components/frame/page-head.tsx';
import { DownloadMenu } from '../components/table/download-menu.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PeopleViews } from '../people/people-views.tsx';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { directoryFilter, peopleQuery } from './directory-filter.ts';
import { DirectoryToolbar } from './directory-toolbar.tsx';
import { AlphabetJumps, PeopleByLetter } from './people-by-letter.tsx';
import { PeopleInGroups } from './people-in-groups.tsx';
import { PersonPanel } from './person-panel.tsx';

/** People to call and write to. */
export function DirectoryPage() {
  const { say, language } = useTexts();
  const [state, change] = useAddressState();
  const person = useOpened('person');
  const filter = directoryFilter(state);
  const show = (id: number) => person.open(String(id));
  const openId = /^[1-9]\d{0,14}$/.test(person.opened ?? '') ? Number(person.opened) : undefined;
  const isByLetter = filter.group === 'letter';
  return (
    <>
      <PageHead
        title={say('directory.title')}
        views={<PeopleViews />}
        actions={
          <DownloadMenu
            label={say('directory.export')}
            fileName={say('directory.export.file', { day: new Date().toISOString().slice(0, 10) })}
            formats={[
              { format: 'xlsx', label: say('download.xlsx') },
              { format: 'csv', label: say('download.csv') },
            ]}
            fetchFile={(format) => service.users.exportList({ ...peopleQuery(filter), format, language })}
          />
        }
      />
      <DirectoryToolbar filter={filter} change={change} />
      {isByLetter && filter.q === '' && (
        <AlphabetJumps chosen={filter.from} onChoose={(from) => change({ from: from || undefined })} />
      )}
      {isByLetter && <PeopleByLetter filter={filter} openId={openId} onShow={show} />}
      {!isByLetter && <PeopleInGroups filter={filter} openId={openId} onShow={show} />}
      {openId !== undefined && <PersonPanel id={openId} onClose={person.close} />}
    </>
  );
}
