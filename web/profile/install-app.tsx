import { Button } from '@mantine/core';
import { isInstalled, useInstall } from '../components/connection/installing.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

/** The pages as an app on the home screen: by one button where the browser has one, else in words. */
export function InstallApp() {
  const { say } = useTexts();
  const install = useInstall();
  if (isInstalled()) return null;
  return (
    <Section title={say('profile.install')} text={say('profile.install.text')}>
      {install ? (
        <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={install}>
          {say('profile.install.do')}
        </Button>
      ) : (
        <p className="lead">{say('profile.install.how')}</p>
      )}
    </Section>
  );
}
