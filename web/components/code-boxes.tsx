import { Input, PinInput } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n/texts.ts';

const LENGTH = 6;

interface CodeBoxesProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Called once six digits are typed or pasted. */
  readonly onComplete: (code: string) => void;
  readonly wrong: boolean;
}

/** Six boxes for a code. Submitting the form around them says that digits are missing, and leads to the first empty box. */
export function CodeBoxes({ value, onChange, onComplete, wrong }: CodeBoxesProps) {
  const { say } = useTexts();
  const boxes = useRef<HTMLDivElement>(null);
  const toldId = useId();
  const [told, setTold] = useState(false);
  useEffect(() => {
    const form = boxes.current?.closest('form');
    const submitted = () => {
      const inputs = boxes.current?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
      const empty = [...inputs].find((input) => input.value === '');
      setTold(empty !== undefined);
      empty?.focus();
    };
    form?.addEventListener('submit', submitted);
    return () => form?.removeEventListener('submit', submitted);
  }, []);
  const lacks = told && value.length < LENGTH;
  return (
    <div ref={boxes}>
      <PinInput
        className="code-boxes"
        length={LENGTH}
        type="number"
        size="lg"
        gap={8}
        oneTimeCode
        autoFocus
        placeholder=""
        error={wrong || lacks}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        getInputProps={(index) => ({
          'aria-label': say('login.code.digit', { number: index + 1 }),
          'aria-describedby': lacks ? toldId : undefined,
        })}
      />
      {lacks && (
        <Input.Error id={toldId} size="md" mt={8} role="alert">
          {say('field.missing.digits')}
        </Input.Error>
      )}
    </div>
  );
}
