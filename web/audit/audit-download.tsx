import type { AuditQuery } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import { useTexts } from '../i18n/texts.ts';
import { localDay } from './day-names.ts';

/** The log as a file, with the filters of the page. */
export function AuditDownload({ query }: { query: Omit<AuditQuery, 'limit' | 'cursor'> }) {
  const { say, language } = useTexts();
  const today = localDay(new Date().toISOString());
  return (
    <DownloadMenu
      label={say('audit.download')}
      fileName={say('audit.download.file', { day: today })}
      formats={[
        { format: 'xlsx', label: say('download.xlsx') },
        { format: 'csv', label: say('download.csv') },
        { format: 'jsonl', label: say('audit.download.jsonl') },
      ]}
      fetchFile={(format) => service.audit.exportOf({ ...query, format, language })}
    />
  );
}
