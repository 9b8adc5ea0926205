import { Button, NativeSelect, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.css';
import '../styles/choices.css';
import '../styles/people.css';
import '../styles/table.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscription } from '../../client/wire-types.ts';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { DetailsDrawer } from '../components/drawer/details-drawer.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { PageHead } from '../components/frame/page-head.tsx';
import { ListFoot } from '../components/table/list-foot.tsx';
import { BackLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { useOpened } from '../routing/open-in-address.ts';
import { PAGE_PATHS } from '../routing/pages.ts';
import { applicationsQuery } from './applications-queries.ts';
import { conditionOf, conditionText, needsSomebody } from './subscription-condition.ts';
import { SubscriptionDetails } from './subscription-details.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { useSubscriptions } from './subscriptions-queries.ts';

/** Which applications get events, and how they do. */
export function SubscriptionsPage() {
  const { say } = useTexts();
  const [{ application }, change] = useAddressState();
  const known = useQuery(applicationsQuery(undefined));
  const applications = known.data ?? [];
  const list = useSubscriptions(application);
  const creation = useOpened('new');
  const details = useOpened('subscription');
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  const nameOf = (id: string) => applications.find((one) => one.id === id)?.name;
  const opened = list.items.find(({ id }) => id === details.opened);
  const titleOf = ({ application_id: id }: Subscription) => nameOf(id) ?? say('subscriptions.application.gone');
  // What waits for somebody comes first.
  const sorted = [...list.items].sort((one, other) => rankOf(one) - rankOf(other));
  const isEmpty = list.query.isSuccess && list.items.length === 0;
  const create = applications.length > 0 && (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => creation.open('1')}>
      {say('subscriptions.create')}
    </Button>
  );
  return (
    <div className="narrow">
      <BackLink to={PAGE_PATHS.applications}>{say('subscriptions.back')}</BackLink>
      <PageHead title={say('subscriptions.title')} text={say('subscriptions.text')} actions={!isEmpty && create} />
      {(known.error ?? list.query.error) && <ProblemNotice error={known.error ?? list.query.error} />}
      {applications.length > 1 && (
        <NativeSelect
          mb="md"
          aria-label={say('subscriptions.application')}
          value={application ?? ''}
          onChange={(event) => change({ application: event.currentTarget.value })}
          data={[
            { value: '', label: say('subscriptions.application.all') },
            ...applications.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {list.query.isPending && <Skeleton height={160} radius="md" />}
      {isEmpty && (
        <div className="empty">
          <p role="status">{say(emptyText(known.data?.length, application))}</p>
          {known.data?.length === 0 ? (
            <ButtonLink to={PAGE_PATHS.applications}>{say('subscriptions.back')}</ButtonLink>
          ) : (
            create
          )}
        </div>
      )}
      {sorted.length > 0 && (
        <section className="card" aria-label={say('subscriptions.title')}>
          {sorted.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              name={titleOf(subscription)}
              onOpen={() => details.open(subscription.id)}
            />
          ))}
        </section>
      )}
      <ListFoot list={list} />
      <DetailsDrawer opened={opened !== undefined} title={opened ? titleOf(opened) : ''} onClose={details.close}>
        {opened && (
          <SubscriptionDetails
            key={opened.id}
            subscription={opened}
            applications={applications}
            firstSecret={made?.id === opened.id ? made.secret : undefined}
            onSecretStored={() => setMade(undefined)}
            onGone={details.close}
          />
        )}
      </DetailsDrawer>
      {creation.opened !== undefined && applications.length > 0 && (
        <SubscriptionDialog
          applications={applications}
          application={application}
          onClose={creation.close}
          onSaved={(saved) => {
            if ('secret' in saved && saved.secret !== null) setMade({ id: saved.id, secret: saved.secret });
            change({ new: undefined, subscription: saved.id });
          }}
        />
      )}
    </div>
  );
}

const rankOf = (subscription: Subscription): number => (needsSomebody(conditionOf(subscription)) ? 0 : 1);

function emptyText(applications: number | undefined, chosen: string | undefined) {
  if (applications === 0) return 'subscriptions.noApplications';
  return chosen === undefined ? 'subscriptions.none' : 'subscriptions.noneOfOne';
}

interface SubscriptionRowProps {
  readonly subscription: Subscription;
  readonly name: string;
  readonly onOpen: () => void;
}

function SubscriptionRow({ subscription, name, onOpen }: SubscriptionRowProps) {
  const { say, language } = useTexts();
  const condition = conditionOf(subscription);
  const isIll = needsSomebody(condition);
  return (
    <div className="row">
      <div>
        <strong className="long" dir="auto">
          {name}
        </strong>{' '}
        {isIll && (
          <span className="pill" data-bad={condition !== 'paused' || undefined}>
            {say(`subscriptions.pill.${condition}`)}
          </span>
        )}
        <p className="hint long">{subscription.url ?? say(`subscriptions.form.${subscription.form}`)}</p>
        <p className="hint">{conditionText(subscription, say, language)}</p>
      </div>
      <Button className="firm" variant="default" size="sm" onClick={onOpen} aria-label={say('list.open', { name })}>
        {say('subscriptions.open')}
      </Button>
    </div>
  );
}
