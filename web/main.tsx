import './styles/styles.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expectCachedPage } from './auth/cached-page.ts';
import { hideLinkToken } from './auth/link-token.ts';
import { service } from './auth/service.ts';
import { expectInstallOffer } from './components/connection/installing.ts';
import { keepFocus } from './components/focus/kept-focus.ts';
import { startTexts } from './i18n/texts.ts';
import { startAppWorker } from './layout/app-worker.ts';
import { router } from './router.tsx';
import { expectLeaving } from './routing/left-page.ts';
import { showChosenScheme } from './styles/first-scheme.ts';
import { pageVariables, theme } from './styles/theme.ts';

showChosenScheme();
hideLinkToken();
keepFocus();
expectLeaving();
expectCachedPage();
expectInstallOffer();
startAppWorker();
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Dialogs lock scrolling with a style element; the package that writes it looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
// A stored user without rights is of an older version of these pages.
if (service.holdsSignIn() && service.storedUser() === undefined) await service.me().catch(() => {});
await startTexts();
createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={pageVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
