import { recipientsPersonalData } from '../../accounts/recipients/recipients-personal-data.ts';
import type { SealObserver } from '../../platform/audit/seal-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { dropRowsBefore } from '../../platform/database/drop-rows.ts';
import type { PersonalDataContributor } from '../../platform/database/personal-data.ts';
import { parseAddressRange } from '../../platform/kernel/address-range.ts';
import { type Clock, epochOf } from '../../platform/kernel/clock.ts';
import { days, seconds } from '../../platform/kernel/durations.ts';
import { counter, gauge, type MetricSource } from '../../platform/metrics/metric.ts';
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';
import { defineRoom } from '../../platform/room/define-room.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { attemptsTable, blankAnswersAbout } from './attempts-store.ts';
import { type EventWorker, eventWorker } from './deliver-events.ts';
import { eventActions } from './events-actions.ts';
import { eventErrors } from './events-errors.ts';
import { eventMails } from './events-mails.ts';
import { eventsRoutes } from './events-routes.ts';
import { orderWork } from './orders/order-work.ts';
import { orderErrors } from './orders/orders-errors.ts';
import { ordersRoutes } from './orders/orders-routes.ts';
import { streamsTable } from './stream.ts';
import { streamsRoutes } from './streams-routes.ts';
import { subscriptionsTable } from './subscription.ts';
import { forgetSubscriber, measureSubscriptions, stopAllSubscriptions } from './subscriptions-store.ts';
import { subscriptionWatch } from './watch-subscriptions.ts';

const LONGEST_ANSWER = seconds(15);

interface EventsRoomDeps extends Pick<Platform, 'database' | 'keys' | 'clock' | 'log' | 'settings' | 'publicUrl'> {
  readonly sealNow: () => Promise<void>;
  readonly observeSealing: (observer: SealObserver) => void;
}

const eventsPersonalData: PersonalDataContributor = {
  room: 'events',
  tables: [subscriptionsTable],
  exportOf: async () => ({}),
  erase: async (tx, userId) => {
    await forgetSubscriber(tx, userId);
    await blankAnswersAbout(tx, userId);
  },
  description: {
    holds:
      'who subscribed an application to events; for seven days what receivers answered. Events themselves are read from the audit log when they are sent',
    erased: 'who subscribed, and what was answered to events about the person',
  },
};

/** What applications are told: events that they subscribed to, and orders about the data of people that they have. */
export const eventsRoom = defineRoom({
  name: 'events',
  tables: [subscriptionsTable, attemptsTable, streamsTable],
  refusals: { ...eventErrors, ...orderErrors },
  auditActions: eventActions,
  mails: eventMails,
  personalData: () => [eventsPersonalData, recipientsPersonalData],
  endAtRestore: stopAllSubscriptions,
  retention: [
    {
      name: 'event_attempts',
      keptFor: days(7),
      what: 'calls of receivers of events, with the beginning of their answers',
      forget: dropRowsBefore(attemptsTable, 'at'),
    },
  ],
  open: ({ database, clock, keys, log, settings, publicUrl, sealNow, observeSealing }: EventsRoomDeps) => {
    const permitted = settings.outgoing.privateAddresses.flatMap((range) => parseAddressRange(range) ?? []);
    const deps = { database, clock, keys, log, publicUrl, fetch: outgoingFetch(permitted, LONGEST_ANSWER) };
    const watch = subscriptionWatch(database.read);
    const events = eventWorker({ ...deps, isWanted: watch.isYes });
    observeSealing(watch);
    const orders = orderWork(deps, observeSealing);
    const acts = { ...deps, wake: watch.wake };
    const sealIfWatched = async () => {
      if (await watch.check()) await sealNow();
    };
    return {
      services: { events, orders: orders.acts },
      routes: [...eventsRoutes(acts), ...streamsRoutes(acts), ...ordersRoutes(deps)],
      metrics: [...eventMetrics(database.read, clock, events), ...orders.metrics],
      jobs: [{ name: 'events', every: seconds(1), also: ['at start'], run: sealIfWatched }, ...orders.jobs],
      work: {
        start: events.start,
        stop: async () => void (await Promise.all([events.close(), orders.close()])),
      },
    };
  },
});

const eventMetrics = (read: Db, clock: Clock, events: Pick<EventWorker, 'outcomes'>): MetricSource[] => [
  async () => {
    const turns = [...events.outcomes()].map(([outcome, value]) => ({ labels: { outcome }, value }));
    const help =
      'Turns of subscriptions: delivered, passed (nothing for them), put_off, gone (answered 410), given_up after three days.';
    return [counter('iskaznica_event_turns_total', help, turns)];
  },
  async () => {
    const { behind, failingSince } = await measureSubscriptions(read);
    const failing = failingSince === null ? 0 : Math.max(0, clock.now() - epochOf(failingSince)) / 1000;
    return [
      gauge('iskaznica_events_behind', 'Audit records that the last subscription has not got past.', behind),
      gauge(
        'iskaznica_events_failing_seconds',
        'For how long the first failing receiver has not answered well.',
        failing,
      ),
    ];
  },
];
