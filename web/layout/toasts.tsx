import { Notifications, useNotifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useEffect } from 'react';

const POSITION = 'bottom-center';
/** Above and below. */
const AROUND = 24;

/** Toasts at the bottom edge. A drawer that would lie under them ends above them (`acted.css`), so that they cover no text. */
export function Toasts() {
  const isShown = useNotifications().notifications.length > 0;
  useEffect(() => {
    const room = (px: number) => document.documentElement.style.setProperty('--toast-room', `${px}px`);
    if (!isShown) return room(0);
    const root = document.querySelector(`.mantine-Notifications-root[data-position=${POSITION}]`);
    if (root === null) return;
    const observer = new ResizeObserver(() => room(root.getBoundingClientRect().height + AROUND));
    observer.observe(root);
    return () => observer.disconnect();
  }, [isShown]);
  return <Notifications position={POSITION} limit={3} />;
}
