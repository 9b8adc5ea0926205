import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '../../client/route-types.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { normaliseAddress } from '../../src/platform/words/address-input.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { InDrawerFoot } from '../components/drawer/drawer-foot.tsx';
import { CancelOrSave } from '../components/form/cancel-or-save.tsx';
import { useProblemFocus, useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { nameOf, personQuery, USERS_KEY } from '../people/people-queries.ts';
import { type Fields, PersonFields, personProblems, TenantSelect } from './person-fields.tsx';

type Typed = Partial<Fields> & { readonly tenant?: string };

interface PersonEditProps {
  readonly person: ManagedUser;
}

/** Edits the person's details. Only changed fields are sent. */
export function PersonEdit({ person }: PersonEditProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const form = `person-${person.id}`;
  const [typed, setTyped, settle] = useTyped<Typed>(form, {});
  const saving = useMutation({
    mutationFn: () => service.call('PUT /api/admin/users/{id}', person.id, editFrom(typed)),
    onSuccess: (user) => {
      queries.setQueryData(personQuery(person.id).queryKey, (before) => before && { ...before, ...user });
      const { email } = typed;
      const asked = email !== undefined && normaliseAddress(email).toLowerCase() !== user.email;
      sayDone(asked ? say('users.did.emailAsked', { email }) : say('users.did.edit', { name: nameOf(user) }));
      settle({});
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [USERS_KEY] }),
        queries.invalidateQueries({ queryKey: ['person-part', person.id] }),
      ]),
  });
  useSaver(form, () => saving.mutateAsync());
  useProblemFocus(saving.error);
  const problems = personProblems(saving.error, say, language);
  const change = (part: Typed) => {
    setTyped((before) => differing({ ...before, ...part }, person));
    if (!saving.isPending) saving.reset();
  };
  const touched = Object.keys(typed).length > 0;
  const moved = typed.tenant !== undefined;
  const waits = typed.email !== undefined && person.status !== 'invited';
  return (
    <form
      id={form}
      className="person-part"
      noValidate
      aria-label={say('users.edit')}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <h3>{say('users.edit')}</h3>
      {saving.isError && Object.keys(problems).length === 0 && <ProblemNotice error={saving.error} />}
      <div className="fields">
        <PersonFields
          values={{ ...person, ...typed }}
          problems={problems}
          onChange={change}
          help={{ email: waits ? say('users.field.email.help') : undefined }}
        />
        {person.actions.includes('move') && (
          <TenantSelect
            value={typed.tenant ?? String(person.tenant_id)}
            problem={problems.tenant_id}
            onChange={(tenant) => change({ tenant })}
            {...(moved ? { help: say('users.field.tenant.help') } : {})}
          />
        )}
      </div>
      {touched && (
        <InDrawerFoot first>
          <CancelOrSave
            form={form}
            isSaving={saving.isPending}
            onCancel={() => {
              setTyped({});
              saving.reset();
            }}
          />
        </InDrawerFoot>
      )}
    </form>
  );
}

/** Typing the old value again changes nothing. */
const differing = (typed: Typed, person: ManagedUser): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => value !== (name === 'tenant' ? String(person.tenant_id) : person[name as keyof Fields]),
    ),
  );

const editFrom = ({ tenant, ...fields }: Typed): Body<'PUT /api/admin/users/{id}'> => ({
  ...fields,
  ...(tenant === undefined ? {} : { tenant_id: Number(tenant) }),
});
