import { Button, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { isInstalled, useInstall } from '../components/connection/installing.ts';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { useTexts } from '../i18n/texts.ts';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark, or as the device has it. Remembered in this browser, for all tabs. */
export function PageScheme() {
  const { say } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={say('profile.scheme')} text={say('profile.scheme.text')}>
      <fieldset className="plain schemes">
        <legend className="hidden">{say('profile.scheme')}</legend>
        {SCHEMES.map((scheme) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />
            {say(`profile.scheme.${scheme}`)}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}

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
