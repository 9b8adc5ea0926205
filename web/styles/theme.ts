import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const adriatic: MantineColorsTuple = [
  '#eef6fc',
  '#d8eaf7',
  '#aed4ee',
  '#7fbbe4',
  '#5aa9de',
  '#3490cf',
  '#1f7fc0',
  '#136ba6',
  '#0b5a8e',
  '#0b4a7a',
];

/** Dark greys with a tint of the blue. */
const dark: MantineColorsTuple = [
  '#d3dae0',
  '#b3bcc4',
  '#8f99a1',
  '#66717a',
  '#414b53',
  '#2d353b',
  '#20262b',
  '#191d21',
  '#14181b',
  '#0f1214',
];

/** Dark enough for white text (4.5:1), in both schemes. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#e03131',
  '#c92a2a',
  '#b3261e',
  '#8f1d17',
];

/** Five sizes, one typeface, one blue. */
export const theme = createTheme({
  colors: { adriatic, dark, red },
  primaryColor: 'adriatic',
  primaryShade: { light: 8, dark: 7 },
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Figtree Variable', system-ui, sans-serif", fontWeight: '650' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // The header of a dialog is not a header of the page (it would be a second banner landmark).
  components: {
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // A menu may hold entries alone (ARIA).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** Where Mantine's own shades have too little contrast (WCAG 2.2 asks for 4.5:1; running text gets 7:1). */
export const pageVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1c2227',
    '--mantine-color-dimmed': '#4d575f',
    '--mantine-color-placeholder': '#68727a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-body': '#ffffff',
    '--page-ground': '#f6f5f3',
    '--page-line': '#dedbd6',
    '--page-coral': '#b23607',
    '--page-hover': '#f0eeea',
    '--page-chosen': '#e3eff8',
    '--page-chosen-text': '#0b4a7a',
  },
  dark: {
    '--mantine-color-text': '#e9ecee',
    '--mantine-color-dimmed': '#b3bcc4',
    '--mantine-color-placeholder': '#8f99a1',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-body': '#191d21',
    '--page-ground': '#121518',
    '--page-line': '#343a40',
    '--page-coral': '#ff9d7a',
    '--page-hover': '#22282d',
    '--page-chosen': '#12344f',
    '--page-chosen-text': '#b7dcf5',
    '--mantine-color-anchor': '#7fbbe4',
    '--mantine-color-adriatic-light-color': '#b7dcf5',
  },
});
