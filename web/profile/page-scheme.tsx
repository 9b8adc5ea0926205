import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { Section } from '../components/form/section.tsx';
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
