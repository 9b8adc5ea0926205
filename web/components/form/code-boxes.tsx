import { Input, PinInput } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { type FormEvent, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';

const LENGTH = 6;

/** What `useCode` passes to `CodeBoxes`. */
interface Boxes {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly round: number;
  readonly value: string;
  readonly lacks: boolean;
  readonly onChange: (code: string) => void;
  readonly onComplete: (code: string) => void;
}

/**
 * A code that is typed into six boxes, and submitted with its last digit or by the form around them. If digits are missing,
 * submitting leads to the first empty box. `clear` empties the boxes for another try.
 */
export function useCode(submit: (code: string) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState('');
  const [round, setRound] = useState(0);
  const [isIncomplete, setIncomplete] = useState(false);
  const lacks = isIncomplete && value.length < LENGTH;
  const clear = useCallback(() => {
    setValue('');
    setIncomplete(false);
    setRound((count) => count + 1);
  }, []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (value.length === LENGTH) return submit(value);
    setIncomplete(true);
    const boxes = ref.current?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
    [...boxes].find((box) => box.value === '')?.focus();
  };
  const boxes: Boxes = { ref, round, value, lacks, onChange: setValue, onComplete: submit };
  return { form: { noValidate: true, onSubmit }, boxes, clear };
}

interface CodeBoxesProps {
  readonly boxes: Boxes;
  readonly wrong: boolean;
}

/** Six boxes for the code of `useCode`. */
export function CodeBoxes({ boxes: { ref, round, value, lacks, onChange, onComplete }, wrong }: CodeBoxesProps) {
  const { say } = useTexts();
  const lackingId = useId();
  return (
    <div ref={ref}>
      <PinInput
        key={round} // remounted in each round, so that the first box takes the focus
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
          'aria-describedby': lacks ? lackingId : undefined,
        })}
      />
      {lacks && (
        <Input.Error id={lackingId} size="md" mt={8} role="alert">
          {say('field.missing.digits')}
        </Input.Error>
      )}
    </div>
  );
}
