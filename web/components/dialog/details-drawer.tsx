import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';

interface DetailsDrawerProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details of one list entry, beside the list; over it on small screens. */
export function DetailsDrawer({ opened, title, onClose, children }: DetailsDrawerProps) {
  const { say } = useTexts();
  const last = useRef({ title, children });
  if (opened) last.current = { title, children };
  // While it closes, it keeps its content and name.
  const shown = opened ? { title, children } : last.current;
  return (
    <Drawer
      opened={opened}
      title={shown.title}
      onClose={onClose}
      className="details-drawer"
      position="right"
      size="min(520px, 100vw)"
      closeButtonProps={{ 'aria-label': say('app.close'), size: 'lg' }}
      transitionProps={{ duration: 150 }}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {shown.children}
    </Drawer>
  );
}
