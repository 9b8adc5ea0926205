import { useRouterState } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts.ts';

/** A page is on its way: on a slow network nothing else would tell that the link was followed. Shown after a moment. */
export function PageProgress() {
  const { say } = useTexts();
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return isLoading && <div className="page-progress" role="progressbar" aria-label={say('app.loading')} />;
}
