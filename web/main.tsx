import './styles/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../client/api-error.ts';
import { hideLinkToken } from './auth/link-token.ts';
import { keepFocus } from './components/kept-focus.ts';
import { retryRule } from './components/trouble.ts';
import { startTexts } from './i18n/texts.ts';
import { router } from './router.tsx';
import { expectLeaving } from './routing/left-page.ts';
import { PAGE_PATHS } from './routing/page-paths.ts';
import { pageVariables, theme } from './styles/theme.ts';

hideLinkToken();
keepFocus();
expectLeaving();
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Dialogs lock scrolling with a style element; the package that writes it looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
/** Some users must change their password or enrol in two-factor first; their own page says so and lets them. */
const OWN_PAGE_FIRST: readonly string[] = ['password.change_required', '2fa.enrol_required'];
const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (location.pathname === PAGE_PATHS.profile) return; // the other parts of that page stay usable
      if (error instanceof ApiError && OWN_PAGE_FIRST.includes(error.code))
        void router.navigate({ to: PAGE_PATHS.profile });
    },
  }),
  defaultOptions: {
    queries: { staleTime: 10_000, ...retryRule },
    // Without a network, an action fails at once: a button that waits for hours would be silent.
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
