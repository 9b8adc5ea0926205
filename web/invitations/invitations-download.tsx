import type { InvitationItem, InvitationsQuery } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { DownloadMenu } from '../components/download-menu.tsx';
import type { useList } from '../components/use-list.ts';
import { MOST_PRINTED, usePrintAll } from '../components/use-print-all.ts';
import { useTexts } from '../i18n/texts.ts';

interface InvitationsDownloadProps {
  readonly list: ReturnType<typeof useList<InvitationItem>>;
  readonly wanted: Omit<InvitationsQuery, 'limit' | 'cursor'>;
}

/** The list as a file or on paper, with the filters and the order of the page. */
export function InvitationsDownload({ list, wanted }: InvitationsDownloadProps) {
  const { say, language } = useTexts();
  const printing = usePrintAll(list);
  const isTooLong = list.capped || list.total > MOST_PRINTED;
  return (
    <DownloadMenu
      label={say('invitations.download')}
      fileName={say('invitations.download.file', { day: new Date().toISOString().slice(0, 10) })}
      formats={[
        { format: 'xlsx', label: say('download.xlsx') },
        { format: 'csv', label: say('download.csv') },
      ]}
      fetchFile={(format) => service.invitations.exportList({ ...wanted, format, language })}
      print={{
        label: say(isTooLong ? 'invitations.print.many' : 'invitations.print'),
        isTooLong,
        run: () => printing.mutate(),
        isPending: printing.isPending,
      }}
    />
  );
}
