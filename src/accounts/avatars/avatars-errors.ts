import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const avatarErrors = declareRefusals({
  'avatars.type': {
    status: 415,
    hr: 'Slika mora biti u formatu JPEG, PNG ili WebP.',
    en: 'The picture must be a JPEG, PNG or WebP.',
    when: 'By its bytes the file is none of the three formats, whatever its name and declared type say.',
  },
  'avatars.unreadable': {
    status: 422,
    hr: 'Slika se ne može pročitati. Možda je oštećena.',
    en: 'The picture cannot be read. It may be damaged.',
    when: 'The picture is damaged, incomplete, or takes too long to decode.',
  },
  'avatars.too_many_pixels': {
    status: 422,
    hr: 'Slika ima previše točaka. Najviše ih smije biti 25 milijuna, a u jednom smjeru 65.535.',
    en: 'The picture has too many pixels. It may have 25 million at most, and 65,535 in one direction.',
    when: 'The picture has more than 25 megapixels, or a side of more than 65,535.',
  },
  'avatars.busy': {
    status: 503,
    hr: 'Trenutačno se obrađuje previše slika. Pokušajte ponovno za nekoliko sekundi.',
    en: 'Too many pictures are being processed right now. Try again in a few seconds.',
    when: 'The queue of pictures to decode is full.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof avatarErrors> {}
}
