import { Button, Group, Modal, Stack } from '@mantine/core';
import { ownText } from '../components/form/problem-text.ts';
import type { Language } from '../i18n/language.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import type { BulkReport } from './bulk-acts.ts';

/** The accounts that were not changed, and why. */
export function BulkReportDialog({ report, onClose }: { report: BulkReport; onClose: () => void }) {
  const { say, language } = useTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('users.report.title')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <Stack gap="md">
        <p className="lead">{say('users.report.text', { count: report.refused.length })}</p>
        <ul className="report-list">
          {report.refused.map(({ id, user, code, detail }) => (
            <li key={id}>
              <strong dir="auto">{user ? nameOf(user) : `#${id}`}</strong>
              <span>{whyRefused(report.action, code, detail, say, language)}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {say('app.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function whyRefused(action: BulkReport['action'], code: string, detail: string, say: Say, language: Language): string {
  if (code === 'users.state') return say(`users.why.${action}`);
  return ownText(code, say) ?? (language === 'hr' ? detail : say('error.other'));
}
