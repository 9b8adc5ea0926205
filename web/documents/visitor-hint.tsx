import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PAGE_PATHS } from '../page-paths.ts';
import { rememberWhereTo, service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';

/** For visitors: there may be more behind the sign-in, which leads back here. */
export function VisitorHint() {
  const { say } = useTexts();
  if (service.holdsSignIn()) return null;
  const [before, after = ''] = say('documents.visitor', { link: '|' }).split('|');
  return (
    <p className="hint archive-hint">
      {before}
      <Anchor component={Link} to={PAGE_PATHS.login} underline="always" onClick={rememberWhereTo}>
        {say('documents.visitor.link')}
      </Anchor>
      {after}
    </p>
  );
}
