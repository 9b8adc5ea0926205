const PATHS = {
  info: 'M12 8h.01M11 12h1v4h1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  warning: 'M12 9v4m0 3h.01M10.3 4.2 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z',
  done: 'm5 12 5 5L20 7',
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  mobile: 'M8 3h8v18H8zM11 18h2',
  menu: 'm6 9 6 6 6-6',
  up: 'M12 19V5m0 0-6 6m6-6 6 6',
  down: 'M12 5v14m0 0-6-6m6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  fold: 'm11 6-6 6 6 6M19 6l-6 6 6 6',
  unfold: 'm13 6 6 6-6 6M5 6l6 6-6 6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm9 2-4-4',
  close: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M4 20h16',
  phone: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  key: 'M16.5 7.5h.01M14.5 14.5a5 5 0 1 0-4.7-3.3L3 18v3h3.5v-2H9v-2.5h2l1.3-1.3c.7.2 1.4.3 2.2.3Z',
  signIn: 'M14 4h5v16h-5M4 12h10m-4-4 4 4-4 4',
  overview: 'M4 20V11m5.3 9V4m5.4 16v-7M20 20V8',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 9a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  accounts: 'M4 5h16v14H4zM8.5 11.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5.8 16a2.8 2.8 0 0 1 5.4 0M14.5 10H17M14.5 14H17',
  invitation: 'M4 4h12v7M4 4v16h8M8 9h4m-4 4h3m7 0v8m-4-4h8',
  transfer: 'M4 8h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
  import: 'M12 16V5m0 0-4 4m4-4 4 4M4 16v4h16v-4',
  audit: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  privacy: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6l-7-3Zm-3 9 2 2 4-4',
  mail: 'M3 6h18v12H3zm0 1 9 6 9-6',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  tenants: 'M4 21V9l8-5 8 5v12M9 21v-6h6v6M9 11h.01M15 11h.01',
  applications: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13.5v6M13.5 16.5h6',
  back: 'M19 12H5m6-6-6 6 6 6',
  erase: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  keep: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  print: 'M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z',
} as const;

export type IconName = keyof typeof PATHS;

/** Line icons, hidden from screen readers: each stands next to its word. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
