import { errorTable } from '../../platform/kernel/app-error.ts';

export const mailErrors = errorTable({
  'mails.not_found': { status: 404, detail: 'Takve poruke nema.', when: 'No such mail, or one of another tenant.' },
});
