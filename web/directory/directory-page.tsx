import { Button } from '@mantine/core';
import '../styles/people.css';
import '../styles/directory.css';
import { useMutation } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/acted.tsx';
import { Icon } from '../components/icons.tsx';
import { PageHead } from '../components/page-head.tsx';
import { saveFile } from '../components/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { AlphabetJumps } from './alphabet-jumps.tsx';
import { directoryFilter, peopleQuery } from './directory-filter.ts';
import { DirectoryToolbar } from './directory-toolbar.tsx';
import { PeopleByLetter } from './people-by-letter.tsx';
import { PeopleInGroups } from './people-in-groups.tsx';
import { PersonPanel } from './person-panel.tsx';

/** People to call and write to. */
export function DirectoryPage() {
  const { say, language } = useTexts();
  const tier = service.storedUser()?.tier ?? Number.POSITIVE_INFINITY;
  const [state, change] = useAddressState();
  const person = useOpened('person');
  const filter = directoryFilter(state);
  const taking = useMutation({
    mutationFn: () => service.users.exportList(peopleQuery(filter)),
    onSuccess: (file) => saveFile(file, say('directory.export.file', { day: new Date().toISOString().slice(0, 10) })),
    onError: (error) => sayRefused(error, say, language),
  });
  const show = (id: number) => person.open(String(id));
  const openId = /^[1-9]\d{0,14}$/.test(person.opened ?? '') ? Number(person.opened) : undefined;
  const isByLetter = filter.group === 'letter';
  return (
    <>
      <PageHead
        title={say('directory.title')}
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={taking.isPending}
            onClick={() => taking.mutate()}
          >
            {say('directory.export')}
          </Button>
        }
      />
      <DirectoryToolbar filter={filter} tier={tier} change={change} />
      {isByLetter && filter.q === '' && (
        <AlphabetJumps chosen={filter.from} onChoose={(from) => change({ from: from || undefined })} />
      )}
      {isByLetter && <PeopleByLetter filter={filter} tier={tier} openId={openId} onShow={show} />}
      {!isByLetter && <PeopleInGroups filter={filter} tier={tier} openId={openId} onShow={show} />}
      {openId !== undefined && <PersonPanel id={openId} tier={tier} onClose={person.close} />}
    </>
  );
}
