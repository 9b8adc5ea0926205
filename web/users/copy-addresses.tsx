import { Button } from '@mantine/core';
import type { User } from '../../client/wire-types.ts';
import { sayDone, sayWhyNot } from '../components/connection/acted.tsx';
import { useTexts } from '../i18n/texts.ts';

/** Every mail program takes addresses between semicolons; Outlook takes no commas. */
const BETWEEN = '; ';

/** For a message of one's own to the chosen people. */
export function CopyAddresses({ people }: { people: readonly User[] }) {
  const { say } = useTexts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(people.map(({ email }) => email).join(BETWEEN));
      sayDone(say('users.bulk.copied', { count: people.length }));
    } catch {
      sayWhyNot(say('users.bulk.copy.refused'));
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {say('users.bulk.copy')}
    </Button>
  );
}
