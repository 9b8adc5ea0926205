import { EVENT_NAMES, type EventName } from '../../src/operations/events/event-catalogue.ts';

/** What other programs may learn. */
export const EVENT_TYPES: readonly EventName[] = EVENT_NAMES;
