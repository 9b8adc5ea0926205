import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { User } from '../../client/wire-types.ts';
import { Icon } from '../parts/icons.tsx';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Section } from '../parts/section.tsx';
import { service } from '../service.ts';
import { useTexts } from '../texts/texts.ts';

const HELD = ['profile', 'sessions', 'consents', 'audit', 'mails', 'requests'] as const;

/** What is held, in plain words, and the whole of it as a file. */
export function OwnData({ me }: { me: User }) {
  const { say } = useTexts();
  const taking = useMutation({
    mutationFn: async () => {
      const today = new Date().toISOString().slice(0, 10);
      saveFile(await service.privacy.exportOf(), `gdpr-export-${me.id}-${today}.json`);
    },
  });
  return (
    <Section title={say('own.data')} text={say('own.data.text')}>
      <ul className="held">
        {HELD.map((kind) => (
          <li key={kind}>{say(`own.data.${kind}`)}</li>
        ))}
      </ul>
      {taking.isError && <ProblemNotice error={taking.error} />}
      {taking.isSuccess && <Notice kind="done">{say('own.data.taken')}</Notice>}
      <Button
        mt="md"
        variant="default"
        leftSection={<Icon name="download" size={18} />}
        loading={taking.isPending}
        onClick={() => taking.mutate()}
      >
        {say('own.data.take')}
      </Button>
    </Section>
  );
}
