import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActRowProps {
  readonly title: string;
  readonly text: ReactNode;
  /** A verb; without one there is no button. */
  readonly verb?: string;
  readonly busy?: boolean;
  readonly danger?: boolean;
  readonly onAct?: () => void;
}

/** One action, with an explanation. */
export const ActRow = ({ title, text, verb, busy = false, danger = false, onAct }: ActRowProps) => (
  <div className="act-row">
    <div>
      <strong>{title}</strong>
      <p className="hint">{text}</p>
    </div>
    {verb && (
      <Button variant="default" data-danger={danger || undefined} className="firm" loading={busy} onClick={onAct}>
        {verb}
      </Button>
    )}
  </div>
);
