import { service } from '../auth/service.ts';
import { useList } from '../components/table/use-list.ts';

export const SUBSCRIPTIONS_KEY = ['subscriptions'] as const;

const AT_ONCE = 50;
const LOOK_EVERY_MS = 10_000;

/** Of one application, or of all that the reader may manage. */
export const useSubscriptions = (application: string | undefined) =>
  useList(
    [...SUBSCRIPTIONS_KEY, application ?? 'all'],
    (cursor) =>
      service.call('GET /api/admin/subscriptions', {
        limit: AT_ONCE,
        ...(application === undefined ? {} : { application_id: application }),
        cursor,
      }),
    { refetchEvery: LOOK_EVERY_MS },
  );

export const useAttempts = (id: string, enabled: boolean) =>
  useList(
    [...SUBSCRIPTIONS_KEY, 'attempts', id],
    (cursor) => service.call('GET /api/admin/subscriptions/{id}/attempts', id, { limit: 20, cursor }),
    { enabled, refetchEvery: LOOK_EVERY_MS },
  );
