import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/people.css';
import '../styles/table.css';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { DetailsDrawer } from '../components/drawer/details-drawer.tsx';
import { AppLogo } from '../components/frame/app-logo.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { fully, recently } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { ApplicationDetails } from './application-details.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { applicationsQuery } from './applications-queries.ts';
import { EventsButton } from './subscriptions-link.tsx';

/** Applications that people sign in to with their account here. */
export function ApplicationsPage() {
  const { say } = useTexts();
  const [{ tenant_id }, change] = useAddressState();
  const { data: applications, error, isPending, refetch } = useQuery(applicationsQuery(Number(tenant_id) || undefined));
  const creation = useOpened('new');
  const details = useOpened('application');
  const opened = applications?.find(({ id }) => id === details.opened);
  const create = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
      {say('applications.create')}
    </Button>
  );
  return (
    <div className="narrow">
      <PageHead
        title={say('applications.title')}
        text={say('applications.text')}
        actions={
          <>
            <EventsButton search={{}} />
            {applications?.length !== 0 && create}
          </>
        }
      />
      {error && <ProblemNotice error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton height={240} radius="md" />}
      {applications?.length === 0 && (
        <div className="empty">
          <p role="status">{say('applications.none')}</p>
          {create}
        </div>
      )}
      {applications !== undefined && applications.length > 0 && (
        <section className="card" aria-label={say('applications.title')}>
          {applications.map((application) => (
            <ApplicationRow
              key={application.id}
              application={application}
              onOpen={() => details.open(application.id)}
            />
          ))}
        </section>
      )}
      <DetailsDrawer opened={opened !== undefined} title={opened?.name ?? ''} onClose={details.close}>
        {opened && <ApplicationDetails key={opened.id} application={opened} onGone={details.close} />}
      </DetailsDrawer>
      {creation.opened !== undefined && (
        <ApplicationDialog onClose={creation.close} onSaved={({ id }) => change({ new: undefined, application: id })} />
      )}
    </div>
  );
}

function ApplicationRow({ application, onOpen }: { application: Application; onOpen: () => void }) {
  const { say, language } = useTexts();
  const { name, kind, logo_url, last_used_at: used, ends_at: ends } = application;
  const hasEnded = ends !== null && Date.parse(ends) <= Date.now();
  return (
    <div className="row">
      <div>
        <AppLogo url={logo_url} />
        <strong className="long" dir="auto">
          {name}
        </strong>{' '}
        {hasEnded && <span className="pill">{say('applications.ended')}</span>}
        <p className="hint">
          {say(`applications.kind.${kind}`)} ·{' '}
          {say(kind === 'service' ? 'applications.service.lastUsed' : 'applications.lastUsed')}:{' '}
          {used === null ? (
            say('applications.never')
          ) : (
            <time dateTime={used} title={fully(used, language)}>
              {recently(used, say, language)}
            </time>
          )}
        </p>
      </div>
      <Button className="firm" variant="default" size="sm" onClick={onOpen} aria-label={say('list.open', { name })}>
        {say('applications.open')}
      </Button>
    </div>
  );
}
