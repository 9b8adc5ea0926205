import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Application } from '../../client/wire-types.ts';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS, type PageSearch } from '../routing/pages.ts';

const to = PAGE_PATHS.subscriptions;

export function EventsButton({ search }: { search: PageSearch<typeof to> }) {
  const { say } = useTexts();
  const text = say(search.application === undefined ? 'applications.events' : 'applications.events.open');
  return (
    <Button className="firm" variant="default" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {text}
    </Button>
  );
}

/** Leads from an application to its subscriptions. */
export function SubscriptionsLink({ application: { id } }: { application: Application }) {
  const { say } = useTexts();
  return (
    <div className="act-row">
      <div>
        <strong>{say('applications.events')}</strong>
        <p className="hint">{say('applications.events.text')}</p>
      </div>
      <EventsButton search={{ application: id }} />
    </div>
  );
}
