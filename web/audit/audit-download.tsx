import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useMutation } from '@tanstack/react-query';
import type { AuditQuery } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/acted.tsx';
import { Icon } from '../components/icons.tsx';
import { saveFile } from '../components/save-file.ts';
import { useTexts } from '../i18n/texts.ts';
import { localDay } from './day-names.ts';

const FORMATS = ['csv', 'jsonl'] as const;

/** The log as a file, with the filters of the page. */
export function AuditDownload({ query }: { query: Omit<AuditQuery, 'limit' | 'cursor'> }) {
  const { say, language } = useTexts();
  const downloading = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      const file = await service.audit.exportOf({ ...query, format });
      saveFile(file, `dnevnik-${localDay(new Date().toISOString())}.${format}`);
    },
    onError: (error) => sayRefused(error, say, language),
  });
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={downloading.isPending}>
          {say('audit.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => downloading.mutate(format)}>
            {say(`audit.download.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
