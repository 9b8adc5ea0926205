/**
 * Keyboard and screen-reader users lose their place when the focused element disappears (a button that has done its work, a
 * deleted row): the browser puts them at the top of the page. Here the focus moves on:
 * - to the same button, if it was only busy;
 * - to the nearest surrounding `data-lands`, or to a `data-landing` anywhere on the page;
 * - to the row that took the place of the lost one, or else to the nearest heading.
 */
interface Stand {
  readonly element: HTMLElement;
  readonly around: readonly Element[];
  readonly rows: readonly Element[];
}

/** Long enough for whatever takes the focus itself: a dialog that opens or closes. */
const SETTLED_AFTER_MS = 60;
/** The target may only appear with the next response. */
const BETTER_WITHIN_MS = 5000;
const STEPS = 12;
const ROW = 'tr, li';
const REACHED = 'a[href], button:not([disabled]), [tabindex]:not([tabindex="-1"])';

/** Where the focus has been, latest first: when a dialog or a toast disappears, what opened it is still there. */
let stands: readonly Stand[] = [];
let landed: { readonly on: Element; readonly until: number } | undefined;

export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    if (target !== landed?.on) landed = undefined;
    stands = [standAt(target), ...stands.filter(({ element }) => element !== target)].slice(0, STEPS);
  });
  addEventListener('click', focusClicked, { capture: true });
  // A click outside everything is deliberate.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element && target.closest(`${REACHED}, input, select, textarea, label`))) stands = [];
  });
  let restoring: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    if (restoring !== undefined) return;
    restoring = setTimeout(() => {
      restoring = undefined;
      restore();
    }, SETTLED_AFTER_MS);
  };
  new MutationObserver(changed).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-landing'],
  });
}

/** Safari does not focus a clicked button, and whatever it opens would have nowhere to return the focus to. */
function focusClicked({ target }: Event): void {
  const clicked = target instanceof Element ? target.closest<HTMLElement>(REACHED) : null;
  const focused = document.activeElement;
  if (clicked !== null && clicked !== focused && focused?.contains(clicked)) clicked.focus({ preventScroll: true });
}

function standAt(element: HTMLElement): Stand {
  const around: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) around.push(one);
  const row = element.closest(ROW);
  return { element, around, rows: [row?.nextElementSibling, row?.previousElementSibling].filter((one) => one != null) };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function restore(): void {
  if (landed !== undefined) moveToBetter(landed);
  else if (stands.length > 0 && isNowhere()) findAgain();
}

function findAgain(): void {
  const within = scope();
  const left = stands.find(({ element, around }) => element.isConnected || around.some((one) => isPartOf(one, within)));
  if (left === undefined) land(within.querySelector('h1, h2'));
  else if (!left.element.isConnected) land(landingFor(left, within));
  else if (!left.element.matches(':disabled')) left.element.focus({ preventScroll: true }); // it is no longer busy
}

const isPartOf = (one: Element, within: Element): boolean => one.isConnected && within.contains(one);

function land(on: Element | null | undefined): void {
  if (!(on instanceof HTMLElement)) return;
  if (!on.matches(`${REACHED}, [tabindex]`)) on.tabIndex = -1;
  landed = { on, until: performance.now() + BETTER_WITHIN_MS };
  on.focus();
}

/** The target was not on the page yet. */
function moveToBetter({ on, until }: { on: Element; until: number }): void {
  if (performance.now() > until) landed = undefined;
  else if (document.activeElement === on || isNowhere()) {
    const better = scope().querySelector('[data-landing]');
    if (better && better !== on) land(better);
    else if (!on.isConnected) land(scope().querySelector('h1, h2'));
  } else landed = undefined;
}

const scope = (): Element =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true], dialog[open]')].at(-1) ??
  document.querySelector('main') ??
  document.body;

function landingFor({ around, rows }: Stand, within: Element): Element | undefined {
  const parts = around.filter((one) => isPartOf(one, within));
  const row = rows.find((one) => one.isConnected);
  const inRow = row?.matches(REACHED) ? row : row?.querySelector(REACHED);
  const heading = parts.map((one) => one.querySelector('h1, h2, h3')).find((one) => one !== null);
  return (
    parts.find((one) => one.matches('[data-lands]')) ??
    within.querySelector('[data-landing]') ??
    inRow ??
    heading ??
    within
  );
}
