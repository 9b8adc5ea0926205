import './look/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../client/api-error.ts';
import { expectLeaving } from './left-page.ts';
import { hideLinkToken } from './link-token.ts';
import { pageVariables, theme } from './look/theme.ts';
import { PAGE_PATHS } from './page-paths.ts';
import { keepFocus } from './parts/kept-focus.ts';
import { retryRule } from './parts/trouble.ts';
import { router } from './router.tsx';
import { startTexts } from './texts/texts.ts';

hideLinkToken();
keepFocus();
expectLeaving();
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Dialogs keep the page behind them from scrolling by a style element; the package that writes it looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
/** Some must choose a new password or turn on the second step first; the own page says which, and lets them. */
const OWN_PAGE_FIRST: readonly string[] = ['password.change_required', '2fa.enrol_required'];
const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (location.pathname === PAGE_PATHS.profile) return; // its other parts stay open
      if (error instanceof ApiError && OWN_PAGE_FIRST.includes(error.code))
        void router.navigate({ to: PAGE_PATHS.profile });
    },
  }),
  defaultOptions: {
    queries: { staleTime: 10_000, ...retryRule },
    // What somebody does is refused at once without a network: a button that waits for hours would say nothing.
    mutations: { networkMode: 'always' },
  },
});

await startTexts();
createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={pageVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
