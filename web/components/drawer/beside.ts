/** From this width a drawer stands beside its list; the same is in `side-drawer.css`. */
export const BESIDE = '(min-width: 80em)';

/** Whether a drawer stands beside its list now. */
export const standsBeside = (): boolean => document.querySelector('.side-drawer[data-beside]') !== null;

/** What takes the keys before a drawer does. */
const ABOVE = 'dialog[open], [role=dialog][aria-modal=true], [role=menu], [aria-haspopup][aria-expanded=true]';

/** Whether a dialog or menu lies over the page; `except` is the one that asks. */
export const isCovered = (except: Element | null = null): boolean =>
  [...document.querySelectorAll(ABOVE)].some((one) => one !== except);

const TYPED_IN = 'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]';

/** Whether a key is for the field that has the focus. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TYPED_IN);
