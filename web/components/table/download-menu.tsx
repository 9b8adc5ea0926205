import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { sayRefused } from '../connection/acted.tsx';
import { Icon } from '../frame/icons.tsx';
import { saveFile } from './save-file.ts';

interface PrintChoice {
  readonly label: string;
  readonly isTooLong: boolean;
  readonly isPending: boolean;
  readonly run: () => void;
}

interface DownloadMenuProps<Format extends string> {
  readonly label: string;
  /** The name of the file, without its ending, which is the format. */
  readonly fileName: string;
  readonly formats: readonly { readonly format: Format; readonly label: string }[];
  readonly fetchFile: (format: Format) => Promise<Blob>;
  /** Ways to put the list on paper. */
  readonly prints?: readonly PrintChoice[];
}

/** A list as a file, in the format of one's choice. */
export function DownloadMenu<Format extends string>({
  label,
  fileName,
  formats,
  fetchFile,
  prints = [],
}: DownloadMenuProps<Format>) {
  const { say, language } = useTexts();
  const downloading = useMutation({
    mutationFn: async (format: Format) => saveFile(await fetchFile(format), `${fileName}.${format}`),
    onError: (error) => sayRefused(error, say, language),
  });
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          className="download-button"
          variant="default"
          aria-label={label}
          leftSection={<Icon name="download" size={18} />}
          loading={downloading.isPending || prints.some(({ isPending }) => isPending)}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => downloading.mutate(format)}>
            {label}
          </Menu.Item>
        ))}
        {prints.map(({ label, isTooLong, run }) => (
          <Menu.Item key={label} disabled={isTooLong} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
