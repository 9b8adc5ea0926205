/** What the latest toast offers to undo. */
let offered: { readonly id: string; readonly run: () => void } | undefined;

/** Ctrl Z takes it back: a dialog or drawer keeps the focus inside, so that Tab does not lead to the toast. */
export function offerUndo(id: string, run: () => void): void {
  removeEventListener('keydown', pressed); // never twice
  addEventListener('keydown', pressed);
  offered = { id, run };
}

export function endUndo(id: string): void {
  if (offered?.id === id) offered = undefined;
}

/** In a text field the keys take back what was typed. */
const TYPED_IN = 'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]';

function pressed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (offered === undefined || key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  if (target instanceof Element && target.matches(TYPED_IN)) return;
  event.preventDefault();
  offered.run();
}
