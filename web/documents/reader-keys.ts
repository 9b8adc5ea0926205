import { useEffect, useRef } from 'react';

/** Whether the key was handled. */
type Press = (key: string) => boolean;

/** Keyboard shortcuts of the reader, unless a field, menu or dialog has the focus. */
export function useReaderKeys(press: Press): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('input, textarea, [role=dialog], [role=menu], [aria-expanded=true]')) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
