import { keptInTab } from './kept-in-tab.ts';
import { whereTo } from './where-to.ts';

const KEY = 'iskaznica_application';

/** An application that people sign in to. */
export interface WaitingApplication {
  readonly uid: string;
  readonly name: string;
  /** Whom it expects. */
  readonly email: string | null;
  /** The page that leads back to it. */
  readonly path: string;
}

/** The sign-in page bears the name of the application that it is for, however people get there from the page that is open. */
export const keepApplication = (waiting: Omit<WaitingApplication, 'path'>): void =>
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ ...waiting, path: location.pathname + location.search } satisfies WaitingApplication),
  );

/** The application that signing in leads to. */
export function waitingApplication(): WaitingApplication | undefined {
  const kept = keptInTab<WaitingApplication>(KEY);
  return kept?.path === whereTo() ? kept : undefined;
}
