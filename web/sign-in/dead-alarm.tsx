import { Stack } from '@mantine/core';
import { AnchorLink, ButtonLink } from '../components/table/page-links.tsx';
import { useTexts } from '../i18n/texts.ts';
import { PAGE_PATHS } from '../routing/page-paths.ts';

/** Whoever comes too late can still set a new password, which ends every sign-in. */
export function DeadText() {
  const { say } = useTexts();
  return (
    <Stack gap="md">
      <p className="lead" role="alert">
        {say('newDevice.dead')}
      </p>
      <ButtonLink to={PAGE_PATHS.forgotPassword} size="md">
        {say('newDevice.ask')}
      </ButtonLink>
      <AnchorLink to={PAGE_PATHS.login}>{say('link.dead.login')}</AnchorLink>
    </Stack>
  );
}
