import { useMediaQuery } from '@mantine/hooks';
import '../../styles/side-drawer.css';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useFocusBack } from '../focus/focus-back.ts';
import { BESIDE, isCovered, isTypedInto } from './beside.ts';
import { DrawerFoot } from './drawer-foot.tsx';
import { useOpenRow } from './open-row.ts';

interface SideDrawerProps {
  /** Its name, unless its heading is that. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly className?: string;
  readonly head: ReactNode;
  /** What lies above it handles Escape itself. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * An entry of a list. From 1,280 px it stands beside the list, which stays in use: no overlay, no trap for the focus. On smaller screens it
 * lies over the list as a dialog. One element for both: whoever turns a tablet or prints must not lose what they typed.
 */
export function SideDrawer({ label, labelledBy, className, head, onClose, children }: SideDrawerProps) {
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const drawer = useRef<HTMLElement>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useFocusBack();
  useOpenRow(drawer);
  useEffect(() => {
    // After the key that opened it: Enter would press the button that takes the focus. What took it by itself, as a new secret does, keeps it.
    const timer = setTimeout(() => {
      if (drawer.current?.contains(document.activeElement)) return;
      drawer.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  useEscape(drawer, onClose);
  return (
    <>
      {!isBeside && <div className="side-overlay" aria-hidden="true" onClick={onClose} />}
      <section
        ref={drawer}
        role="dialog"
        aria-modal={isBeside ? undefined : true}
        aria-label={label}
        aria-labelledby={labelledBy}
        className={['side-drawer', className].filter(Boolean).join(' ')}
        data-beside={isBeside || undefined}
        data-lands
        tabIndex={-1}
        onKeyDown={isBeside ? undefined : keepTabInside}
      >
        <div className="side-head" data-walks>
          {head}
        </div>
        <DrawerFoot value={foot}>
          <div className="side-body">{children}</div>
        </DrawerFoot>
        <div ref={setFoot} className="side-foot" />
      </section>
    </>
  );
}

/** Closes it from wherever the focus is, unless Escape means something else there. */
function useEscape(drawer: { readonly current: HTMLElement | null }, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, isComposing } = event;
      if (key !== 'Escape' || isComposing || isCovered(drawer.current)) return;
      const isOfPage = target instanceof Element && !drawer.current?.contains(target) && isTypedInto(target);
      if (!isOfPage) close();
    };
    // Before a menu or dialog hears of it and is gone.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [drawer]);
}

const REACHED = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, [tabindex="0"]';

/** Over the list, Tab goes round in the drawer. */
function keepTabInside(event: ReactKeyboardEvent<HTMLElement>): void {
  const drawer = event.currentTarget;
  if (event.key !== 'Tab' || !drawer.contains(event.target as Element)) return; // a question over it is no part of it
  const stops = [...drawer.querySelectorAll<HTMLElement>(REACHED)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (event.target !== from && event.target !== drawer) return;
  event.preventDefault();
  to?.focus();
}
