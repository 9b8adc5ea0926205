import { createContext } from 'react';

export interface Retry {
  readonly retry: () => void;
  readonly busy: boolean;
}

/**
 * A hook that finds how to ask again for what failed with an error. Of a context, because notices stand on the sign-in page
 * too, which loads no query library.
 */
export const RetryContext = createContext<(error: unknown) => Retry | undefined>(() => undefined);
