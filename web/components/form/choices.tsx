import '../../styles/choices.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help?: string;
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** The first question of a form whose answer fills in the rest: a button for each answer. */
export const Choices = <Value extends string>({ label, choices, onChoose }: ChoicesProps<Value>) => (
  <ul className="choices" aria-label={label}>
    {choices.map(({ value, label: name, help }, index) => (
      <li key={value}>
        <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onChoose(value)}>
          <strong>{name}</strong>
          {help && <span className="hint">{help}</span>}
        </button>
      </li>
    ))}
  </ul>
);
