import { Button, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import { useQuery } from '@tanstack/react-query';
import '../styles/people.css';
import '../styles/providers.css';
import '../styles/table.css';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { providersQuery } from './providers-query.ts';

/** The issuers with whose accounts people may sign in. */
export function IdentityProvidersPage() {
  const { say } = useTexts();
  const { data: providers, error } = useQuery(providersQuery);
  const creation = useOpened('new');
  const edition = useOpened('edit');
  const edited = providers?.find(({ key }) => key === edition.opened);
  const add = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
      {say('providers.add')}
    </Button>
  );
  return (
    <div className="narrow">
      <PageHead title={say('providers.title')} text={say('providers.text')} actions={providers?.length !== 0 && add} />
      {error && <ProblemNotice error={error} />}
      {!providers && !error && <Skeleton height={240} radius="md" />}
      {providers?.length === 0 && (
        <div className="empty">
          <p role="status">{say('providers.none')}</p>
          {add}
        </div>
      )}
      <Stack gap="lg">
        {providers?.map((provider) => (
          <ProviderCard key={provider.key} provider={provider} onEdit={() => edition.open(provider.key)} />
        ))}
      </Stack>
      {creation.opened !== undefined && <ProviderDialog onClose={creation.close} />}
      {edited && <ProviderDialog key={edited.key} provider={edited} onClose={edition.close} />}
    </div>
  );
}
