import { PasswordInput } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { useSite } from '../frame/site.ts';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly autoFocus?: boolean;
}

/** Advice instead of rules: length is what counts, and nothing is rejected before the service has checked it. */
export function NewPasswordField({ label, value, onChange, problem, autoFocus = false }: NewPasswordFieldProps) {
  const { say } = useTexts();
  const length = lengthOf(value, useSite()?.password_min);
  return (
    <div>
      <PasswordInput
        label={label}
        name="new_password"
        autoComplete="new-password"
        size="md"
        required
        withAsterisk={false}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem}
        aria-invalid={problem !== undefined}
        visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
      />
      {!problem && (
        <>
          <div className="strength" data-length={length} aria-hidden="true">
            <span />
            <span />
            <span />
          </div>
          <p className="hint" aria-live="polite">
            {length === 'none' ? say('advice.text') : say(`advice.${length}`)}
          </p>
        </>
      )}
    </div>
  );
}

/** `least` comes from the service; until then, the default of eight. */
function lengthOf(password: string, least = 8): 'none' | 'short' | 'fair' | 'good' {
  const { length } = [...password];
  if (length === 0) return 'none';
  if (length < least) return 'short';
  return length < 15 ? 'fair' : 'good';
}
