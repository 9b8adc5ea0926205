import type { SameKeys } from './language.ts';
import type { texts as hr } from './logos-hr.ts';

export const texts: SameKeys<typeof hr> = {
  'logo.title': 'Logo',
  'logo.help': 'JPEG, PNG or WebP up to 2 MB. Best on a transparent or white background.',
  'logo.upload': 'Add a logo',
  'logo.change': 'Change the logo',
  'logo.remove': 'Remove the logo',
  'logo.tooLarge': 'The picture is larger than 2 MB. Choose a smaller one.',
  'logo.did': 'The logo has been saved.',
  'logo.removed': 'The logo has been removed.',
  'logo.alt': 'Logo: {{name}}',
};
