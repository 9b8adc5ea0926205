import { errorTable } from '../../platform/kernel/app-error.ts';

export const knownDevicesErrors = errorTable({
  'devices.not_found': {
    status: 404,
    detail: 'Tog preglednika nema među onima iz kojih ste se prijavljivali.',
    when: 'The browser is unknown, already forgotten, or somebody else’s; the answer does not say which.',
  },
});
