const KEPT = 'mantine-color-scheme-value';

/** Whoever chose light or dark sees no flash of the other while the page starts. Mantine keeps the choice, and takes over. */
export function showChosenScheme(): void {
  const chosen = localStorage.getItem(KEPT);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.mantineColorScheme = chosen;
}
