import { errorTable } from '../../platform/kernel/app-error.ts';

export const avatarErrors = errorTable({
  'avatars.type': {
    status: 415,
    detail: 'Slika mora biti u formatu JPEG, PNG ili WebP.',
    when: 'By its bytes the file is none of the three formats, whatever its name and declared type say.',
  },
  'avatars.unreadable': {
    status: 422,
    detail: 'Slika se ne može pročitati. Možda je oštećena.',
    when: 'The picture is damaged, incomplete, or takes too long to decode.',
  },
  'avatars.too_many_pixels': {
    status: 422,
    detail: 'Slika ima previše točaka. Najviše ih smije biti 25 milijuna, a u jednom smjeru 65.535.',
    when: 'The picture has more than 25 megapixels, or a side of more than 65,535.',
  },
  'avatars.busy': {
    status: 503,
    detail: 'Trenutačno se obrađuje previše slika. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The queue of pictures to decode is full.',
  },
});
