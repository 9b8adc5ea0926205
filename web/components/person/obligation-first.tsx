import { useEffect } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { PAGE_PATHS } from '../../routing/pages.ts';
import { Notice } from '../connection/notice.tsx';
import { problemText } from '../form/problem-text.ts';
import { ButtonLink } from '../table/page-links.tsx';

interface ObligationFirstProps {
  readonly error: unknown;
  readonly onBack: () => void;
}

/** Their own page opens in a new tab; this one continues by itself when they return to it. */
export function ObligationFirst({ error, onBack }: ObligationFirstProps) {
  const { say, language } = useTexts();
  useEffect(() => {
    const onChange = () => document.visibilityState === 'visible' && onBack();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [onBack]);
  return (
    <>
      <Notice kind="warning">{problemText(error, say, language)}</Notice>
      <ButtonLink to={PAGE_PATHS.profile} search={{ tab: 'sigurnost' }} target="_blank" size="md" fullWidth>
        {say('applications.enter.obligation')}
      </ButtonLink>
      <p className="hint">{say('applications.enter.obligation.text')}</p>
    </>
  );
}
