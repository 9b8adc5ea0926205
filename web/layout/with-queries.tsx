import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFailedQuery } from '../components/connection/failed-query.ts';
import { RetryContext } from '../components/connection/retry-context.ts';
import { retryRule } from '../components/connection/trouble.ts';
import { isObligation } from '../components/person/obligations.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** By default a button turns busy only after the next event, which may be the second click of a double click. */
notifyManager.setScheduler(queueMicrotask);

/** For pages that ask the service for data. The sign-in page does not, and need not wait for the library. */
export function WithQueries({ children }: { children: ReactNode }) {
  const { navigate } = useRouter();
  const [queries] = useState(() => newClient(() => void navigate({ to: PAGE_PATHS.profile })));
  return (
    <QueryClientProvider client={queries}>
      <RetryContext value={useFailedQuery}>{children}</RetryContext>
    </QueryClientProvider>
  );
}

const newClient = (goToOwnPage: () => void) =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (location.pathname === PAGE_PATHS.profile) return; // the other parts of that page stay usable
        if (isObligation(error)) goToOwnPage();
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, ...retryRule },
      // Without a network, an action fails at once: a button that waits for hours would be silent.
      mutations: { networkMode: 'always' },
    },
  });
