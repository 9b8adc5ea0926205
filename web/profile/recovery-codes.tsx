import { Button, Checkbox, Group } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useRef, useState } from 'react';
import { useOneTimeValue } from '../components/dialog/unsaved.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import { useTexts } from '../i18n/texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onSaved: () => void;
}

/** Closes only after the user confirms that the codes are saved. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const { say } = useTexts();
  useOneTimeValue('codes');
  const [saved, setSaved] = useState(false);
  const [told, setTold] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const finish = () => {
    if (saved) return onSaved();
    setTold(true);
    box.current?.focus();
  };
  const text = [say('enrol.save.heading', { email }), '', ...codes, ''].join('\n');
  return (
    <>
      <p className="lead">{say('enrol.save.text')}</p>
      <div className="printed">
        <p className="only-print">{say('enrol.save.heading', { email })}</p>
        <ul className="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <CopyButton text={codes.join('\n')} />
        <Button variant="default" size="sm" onClick={() => download(say('enrol.save.file'), text)}>
          {say('enrol.save.download')}
        </Button>
        <Button variant="default" size="sm" onClick={() => window.print()}>
          {say('enrol.save.print')}
        </Button>
      </Group>
      <Checkbox
        ref={box}
        label={say('enrol.save.confirm')}
        error={told && !saved && say('enrol.save.first')}
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={finish}>{say('enrol.save.done')}</Button>
      </Group>
    </>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
