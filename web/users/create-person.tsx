import { Button, Checkbox, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '../../client/route-types.ts';
import type { StoredUser } from '../../client/stored-session.ts';
import type { Role } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { grantableIn, reachesSeveral } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { useProblemFocus, useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { nameOf, USERS_KEY } from '../people/people-queries.ts';
import { CreatedPerson } from './created-person.tsx';
import { BLANK_FIELDS, type Fields, PersonFields, personProblems, TenantSelect } from './person-fields.tsx';

interface CreatePersonProps {
  readonly viewer: StoredUser;
  /** The tenant that the list is filtered by, if any. */
  readonly tenantId: string;
  /** Whom the form is opened for. */
  readonly role?: Role | undefined;
  readonly onClose: () => void;
  readonly onOpen: (id: number) => void;
}

interface Typed {
  readonly fields: Fields;
  readonly role: Role;
  readonly tenantId: string;
  readonly invite: boolean;
}

/** A new person, invited at once by default. */
export function CreatePerson({ viewer, tenantId, role: wantedRole = 'member', onClose, onOpen }: CreatePersonProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const onPhone = useMediaQuery('(max-width: 48em)');
  useFocusBack();
  const blank: Typed = { fields: BLANK_FIELDS, role: wantedRole, tenantId, invite: true };
  const [typed, setTyped, settle] = useTyped('person-new', blank);
  const { fields, role, tenantId: chosenTenant, invite } = typed;
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const tenant = chosenTenant || String(viewer.tenant_id);
  const roles = grantableIn(Number(tenant));
  const creating = useMutation({
    mutationFn: () => service.call('POST /api/admin/users', bodyFrom(fields, role, invite, tenant)),
    onSuccess: (user) => {
      settle({ ...typed, fields: BLANK_FIELDS });
      if (user.invite_link !== undefined) return;
      sayDone(say('users.did.create', { name: nameOf(user) }));
      onOpen(user.id);
    },
    onSettled: () =>
      Promise.all([[USERS_KEY], ['invitations']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  /** A role that cannot be given there gives way to the usual one. */
  const chooseTenant = (id: string) =>
    type({ tenantId: id, ...(grantableIn(Number(id)).includes(role) ? {} : { role: 'member' }) });
  const verb = say(invite ? 'users.create.submitInvite' : 'users.create.submit');
  useSaver('person-new', () => creating.mutateAsync(), { after: 'stay', verb });
  useProblemFocus(creating.error);
  const problems = personProblems(creating.error, say, language);
  const known = [...Object.keys(BLANK_FIELDS), 'tenant_id'];
  const elsewhere = !Object.keys(problems).some((name) => known.includes(name));
  const created = creating.data?.invite_link === undefined ? undefined : creating.data;
  const change = (part: Partial<Fields>) => {
    setTyped((before) => ({ ...before, fields: { ...before.fields, ...part } }));
    if (!creating.isPending) creating.reset();
  };
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && onClose()}
      size={680}
      fullScreen={onPhone ?? false}
      title={say(created ? 'users.link.title' : 'users.create.title')}
      closeOnClickOutside={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': say('app.close') }}
    >
      {created ? (
        <CreatedPerson user={created} onClose={onClose} onOpen={() => onOpen(created.id)} onAnother={creating.reset} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            creating.mutate();
          }}
        >
          <Stack gap="md">
            {creating.isError && elsewhere && !(creating.error instanceof NotConfirmedError) && (
              <ProblemNotice error={creating.error} />
            )}
            <div className="fields">
              <PersonFields values={fields} problems={problems} onChange={change} autoFocus />
              <NativeSelect
                size="md"
                label={say('column.role')}
                description={say(`users.role.${role}`)}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={role}
                onChange={(event) => type({ role: event.currentTarget.value as Role })}
                data={roles.map((value) => ({ value, label: say(`role.${value}`) }))}
              />
              {reachesSeveral() && <TenantSelect value={tenant} problem={problems.tenant_id} onChange={chooseTenant} />}
            </div>
            <Checkbox
              size="md"
              label={say('users.create.invite')}
              description={say(invite ? 'users.create.invite.text' : 'users.create.invite.later')}
              checked={invite}
              onChange={(event) => type({ invite: event.currentTarget.checked })}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {say('app.cancel')}
              </Button>
              <Button type="submit" loading={creating.isPending}>
                {verb}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const bodyFrom = (fields: Fields, role: Role, invite: boolean, tenant: string): Body<'POST /api/admin/users'> => ({
  ...fields,
  role,
  invite,
  ...(tenant === '' ? {} : { tenant_id: Number(tenant) }),
});
