import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { sayRefused } from '../connection/acted.tsx';
import { Icon } from '../frame/icons.tsx';
import { saveFile } from './save-file.ts';

interface DownloadMenuProps<Format extends string> {
  readonly label: string;
  /** The name of the file, without its ending, which is the format. */
  readonly fileName: string;
  readonly formats: readonly { readonly format: Format; readonly label: string }[];
  readonly fetchFile: (format: Format) => Promise<Blob>;
  /** The whole list on paper, where there is such a thing. */
  readonly print?: { label: string; isTooLong: boolean; isPending: boolean; run: () => void };
}

/** A list as a file, in the format of one's choice. */
export function DownloadMenu<Format extends string>({
  label,
  fileName,
  formats,
  fetchFile,
  print,
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
          loading={downloading.isPending || (print?.isPending ?? false)}
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
        {print && (
          <Menu.Item disabled={print.isTooLong} onClick={print.run}>
            {print.label}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
