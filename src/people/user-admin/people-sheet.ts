import type { InvitationOfPerson } from '../../accounts/people-search/invitation-of.ts';
import { PERSON_FIELDS } from '../../accounts/users/person-fields.ts';
import { PERSON_FIELD_NAMES, type PersonField } from '../../accounts/users/person-form.ts';
import type { ShowUser } from '../../accounts/users/user-wire.ts';
import { isOneOf } from '../../platform/kernel/unchecked.ts';
import { digitsCell, type SheetColumn, type SheetColumns, timeCell } from '../../platform/sheets/sheet.ts';
import { columnWords } from '../../platform/words/column-words.ts';
import { roleNames } from '../../platform/words/role-names.ts';
import { statusWords, twoFactorWords } from '../../platform/words/status-words.ts';

/** A person as a list shows them. */
export type ListedPerson = ReturnType<ShowUser> & {
  readonly invitation: InvitationOfPerson;
  /** Where they are within reach, if that is more than `tenant_name`. */
  readonly memberships?: readonly { readonly tenant_id: number; readonly tenant_name: string }[];
};

/** For an invited person, the state of the invitation says more than `invited`. */
const statusOf = ({ status, invitation }: ListedPerson): keyof typeof statusWords =>
  status === 'invited' && (invitation === 'none' || invitation === 'expired')
    ? `status.invited.${invitation}`
    : `status.${status}`;

const [FIRST, LAST] = [['prezime', 'ime'], ['preferred_language']] as const;
const others = PERSON_FIELD_NAMES.filter((field) => !isOneOf([...FIRST, ...LAST], field));

/** Fields of a person as they stand around role and status, in this file and in the plain one. */
export const FIELDS_BEFORE_ROLE: readonly PersonField[] = [...FIRST, ...others].filter(isInFiles);
export const FIELDS_AFTER_STATUS: readonly PersonField[] = LAST;

function isInFiles(field: PersonField): boolean {
  return PERSON_FIELDS[field].inFiles !== 'no';
}

function columnsOf(fields: readonly PersonField[]): SheetColumns<ListedPerson> {
  const columns: Record<string, SheetColumn<ListedPerson>> = {};
  for (const field of fields) {
    const { inFiles, digits } = PERSON_FIELDS[field];
    if (inFiles === 'no') continue;
    const { column, ...heading } = inFiles;
    columns[column] = { heading, cell: (person) => (digits ? digitsCell(person[field]) : person[field]) };
  }
  return columns;
}

/** That of the role and status beside it first. */
function tenantsOf({ tenant_id, tenant_name, memberships = [] }: ListedPerson): string {
  const others = memberships.filter((one) => one.tenant_id !== tenant_id);
  return [tenant_name, ...others.map((one) => one.tenant_name)].join(', ');
}

/** People as a spreadsheet; imports read the same headings and values. */
export const peopleColumns: SheetColumns<ListedPerson> = {
  ...columnsOf(FIELDS_BEFORE_ROLE),
  role: { heading: columnWords['column.role'], cell: ({ role }, language) => roleNames[`role.${role}`][language] },
  status: {
    heading: columnWords['column.status'],
    cell: (person, language) => statusWords[statusOf(person)][language],
  },
  ...columnsOf(FIELDS_AFTER_STATUS),
  tenant: { heading: columnWords['column.tenant'], cell: tenantsOf },
  twoFactor: {
    heading: columnWords['column.twoFactor'],
    cell: ({ two_factor_enabled }, language) =>
      twoFactorWords[`users.twoFactor.${two_factor_enabled ? 'on' : 'off'}`][language],
  },
  created: { heading: columnWords['column.added'], cell: ({ created_at }) => timeCell(created_at) },
  lastSignIn: {
    heading: columnWords['column.lastSignIn'],
    cell: ({ last_login_at }) => timeCell(last_login_at),
  },
};
