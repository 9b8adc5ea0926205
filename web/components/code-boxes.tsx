import { PinInput } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { useTexts } from '../i18n/texts.ts';

interface CodeBoxesProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called once six digits are typed or pasted. */
  readonly onComplete: (code: string) => void;
  readonly wrong: boolean;
}

/** Six boxes for an authenticator code. */
export function CodeBoxes({ value, onChange, onComplete, wrong }: CodeBoxesProps) {
  const { say } = useTexts();
  return (
    <PinInput
      className="code-boxes"
      length={6}
      type="number"
      size="lg"
      gap={8}
      oneTimeCode
      autoFocus
      placeholder=""
      error={wrong}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      getInputProps={(index) => ({ 'aria-label': say('login.code.digit', { number: index + 1 }) })}
    />
  );
}
