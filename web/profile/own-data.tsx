import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OwnUser } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { saveFile } from '../components/table/save-file.ts';
import { loadTexts, useTexts } from '../i18n/texts.ts';
import { exportPage } from './export-page.ts';

const HELD = ['profile', 'source', 'sessions', 'devices', 'ways', 'consents', 'audit', 'mails', 'requests'] as const;

/** What is stored, in plain words, and all of it as a file. */
export function OwnData({ me }: { me: OwnUser }) {
  const { say, language } = useTexts();
  const taking = useMutation({
    mutationFn: async () => {
      const today = new Date().toISOString().slice(0, 10);
      const name = `gdpr-export-${me.id}-${today}`;
      const json = await (await service.file('GET /api/users/me/gdpr-export', { language })).text();
      const { exportArchive } = await import('./export-archive.ts');
      await loadTexts('export', 'audit', 'mails', 'privacy', 'imports', 'bulk');
      saveFile(exportArchive(exportPage(JSON.parse(json), { say, language }), json, name), `${name}.zip`);
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
