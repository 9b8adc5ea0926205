/** The closing of a notice its reader may not have caused: what to do, and where. */
export const alarm = {
  hr: {
    button: { label: 'Zatraži novu lozinku', path: '/forgot-password' },
    paragraphs: [
      'Ako ste to bili Vi, ne morate ništa učiniti.',
      'Ako to niste bili Vi, odmah zatražite novu lozinku i javite se svojem administratoru.',
    ],
  },
  en: {
    button: { label: 'Request a new password', path: '/forgot-password' },
    paragraphs: [
      'If this was you, there is nothing to do.',
      'If this was not you, request a new password at once and contact your administrator.',
    ],
  },
} as const;
