import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const knownDevicesErrors = declareRefusals({
  'devices.not_found': {
    status: 404,
    hr: 'Tog preglednika nema među onima iz kojih ste se prijavljivali.',
    en: 'That browser is not among those you have signed in from.',
    when: 'The browser is unknown, already forgotten, or somebody else’s; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof knownDevicesErrors> {}
}
