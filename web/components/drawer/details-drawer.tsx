import { CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { SideDrawer } from './side-drawer.tsx';

interface DetailsDrawerProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details of one list entry under a title. */
export function DetailsDrawer({ opened, title, onClose, children }: DetailsDrawerProps) {
  const { say } = useTexts();
  const id = useId();
  if (!opened) return null;
  return (
    <SideDrawer
      className="details-drawer"
      labelledBy={id}
      onClose={onClose}
      head={
        <>
          <h2 id={id}>{title}</h2>
          <CloseButton size="lg" aria-label={say('app.close')} onClick={onClose} data-autofocus />
        </>
      }
    >
      {children}
    </SideDrawer>
  );
}
