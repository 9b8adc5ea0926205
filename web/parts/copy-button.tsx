import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';

/** Says for two seconds that it worked; says nothing where the browser does not let pages copy. */
export function CopyButton({ text }: { text: string }) {
  const { say } = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button className="firm" variant="default" size="sm" onClick={() => void copy().catch(() => {})}>
      <span aria-live="polite">{say(copied ? 'app.copied' : 'app.copy')}</span>
    </Button>
  );
}
