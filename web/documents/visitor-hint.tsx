import { service } from '../auth/service.ts';
import { rememberWhereTo } from '../auth/where-to.ts';
import { AnchorLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/pages.ts';

/** For visitors: there may be more after signing in, which leads back here. */
export function VisitorHint() {
  const { say } = useTexts();
  if (service.holdsSignIn()) return null;
  const [before, after = ''] = say('documents.visitor', { link: '|' }).split('|');
  return (
    <p className="hint archive-hint">
      {before}
      <AnchorLink to={PAGE_PATHS.login} underline="always" onClick={rememberWhereTo}>
        {say('documents.visitor.link')}
      </AnchorLink>
      {after}
    </p>
  );
}
