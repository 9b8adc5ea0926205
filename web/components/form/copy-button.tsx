import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';

/** Confirms for two seconds; says nothing where the browser does not allow copying. */
export function CopyButton({ text }: { text: string }) {
  const { say } = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button className="firm" variant="default" size="sm" onClick={() => void copy().catch(() => {})}>
      <span aria-live="polite">{say(copied ? 'app.copied' : 'app.copy')}</span>
    </Button>
  );
}
