import { type CodesOf, declareRefusals } from '../../platform/kernel/app-error.ts';

export const invitationErrors = declareRefusals({
  'joining.not_found': {
    status: 404,
    hr: 'Taj poziv više ne vrijedi: istekao je, povučen je ili je na njega već odgovoreno.',
    en: 'This invitation is no longer valid: it has expired, was withdrawn or has been answered.',
    when: 'No open invitation to join, or one that is not to the caller’s confirmed address; the answer does not say which.',
  },
});

declare module '../../platform/kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof invitationErrors> {}
}
