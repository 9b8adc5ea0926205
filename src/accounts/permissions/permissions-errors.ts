import { errorTable } from '../../platform/kernel/app-error.ts';

export const permissionErrors = errorTable({
  'users.not_found': { status: 404, detail: 'Takve osobe nema.', when: 'No such user, or one of another tenant.' },
  'users.tier': {
    status: 403,
    detail: 'Vaša uloga ne dopušta tu radnju nad ovom osobom.',
    when: 'The person, or the role to grant, has a tier that the caller does not manage.',
  },
  'users.self': {
    status: 409,
    detail: 'To ne možete učiniti sami sebi.',
    when: 'An administrator tried this on their own account; another one must do it.',
  },
});
