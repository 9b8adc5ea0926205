import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** Where the drawer around keeps acts in sight; null until it stands, undefined outside a drawer. */
export const DrawerFoot = createContext<HTMLElement | null | undefined>(undefined);

interface InDrawerFootProps {
  /** A form's end, in place of the other acts as long as something is unsaved. */
  readonly first?: boolean;
  readonly children: ReactNode;
}

/** Acts that stay in sight at the lower edge of the drawer, wherever one has scrolled to. */
export function InDrawerFoot({ first = false, children }: InDrawerFootProps) {
  const foot = useContext(DrawerFoot);
  const acts = (
    <div className="side-acts" data-first={first || undefined}>
      {children}
    </div>
  );
  if (foot === undefined) return acts;
  return foot && createPortal(acts, foot);
}
