import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Item } from '../../client/route-types.ts';
import type { ManagedUser } from '../../client/wire-types.ts';
import { reachesSeveral } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { CancelOrSave } from '../components/form/cancel-or-save.tsx';
import { DayField } from '../components/form/day-field.tsx';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useProblemFocus, useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { nameOf, personPartKey, personQuery, tenantsQuery } from '../people/people-queries.ts';

/** What a person is in one tenant, for whoever manages them. */
type Membership = Item<'GET /api/admin/users/{id}/memberships'>;

/** What the person is in the tenants within reach, with its number and days. */
export function PersonMemberships({ person }: { person: ManagedUser }) {
  const { say } = useTexts();
  // The drawer asks for the person first: viewing them is recorded, and this is part of that viewing.
  const { isSuccess: isOpen } = useQuery({ ...personQuery(person.id), enabled: false });
  const { data: memberships = [], error } = useQuery({
    queryKey: personPartKey(person.id, 'memberships'),
    queryFn: async () => (await service.call('GET /api/admin/users/{id}/memberships', person.id)).items,
    refetchOnWindowFocus: false,
    enabled: isOpen,
  });
  const live = memberships.filter(({ state }) => state !== 'ended');
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: live.length > 1 && reachesSeveral() });
  if (error) return <ProblemNotice error={error} />;
  return live.map((membership) => {
    const tenant = tenants.find(({ id }) => id === membership.tenant_id)?.name;
    const title = live.length > 1 && tenant ? say('users.membership.in', { tenant }) : say('users.membership');
    return <MembershipForm key={membership.id} person={person} membership={membership} title={title} />;
  });
}

const MEMBERS = ['number', 'since', 'until'] as const;
type Typed = Partial<Pick<Membership, (typeof MEMBERS)[number]>>;

interface MembershipFormProps {
  readonly person: ManagedUser;
  readonly membership: Membership;
  readonly title: string;
}

/** Only what was changed is sent; an empty field is none. */
function MembershipForm({ person, membership, title }: MembershipFormProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const name = `membership-${membership.id}`;
  const [typed, setTyped, settle] = useTyped<Typed>(name, {});
  const saving = useMutation({
    mutationFn: () => service.call('PATCH /api/admin/users/{id}/memberships/{mid}', person.id, membership.id, typed),
    onSuccess: () => {
      sayDone(say('users.did.edit', { name: nameOf(person) }));
      settle({});
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['person-part', person.id] }),
  });
  useSaver(name, () => saving.mutateAsync());
  useProblemFocus(saving.error);
  const problems = fieldProblems(saving.error, say, language);
  const change = (part: Typed) => {
    setTyped((before) => differing({ ...before, ...part }, membership));
    if (!saving.isPending) saving.reset();
  };
  const shown = { ...membership, ...typed };
  return (
    <form
      className="person-part"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <h3 dir="auto">{title}</h3>
      {saving.isError && Object.keys(problems).length === 0 && <ProblemNotice error={saving.error} />}
      <div className="fields">
        <TextInput
          label={say('users.membership.number')}
          autoComplete="off"
          maxLength={40}
          value={shown.number ?? ''}
          error={problems.number}
          onChange={(event) => change({ number: event.currentTarget.value || null })}
        />
        <DayField
          label={say('users.membership.since')}
          day={shown.since ?? ''}
          error={problems.since}
          onChoose={(day) => change({ since: day ?? null })}
        />
        <DayField
          label={say('users.membership.until')}
          day={shown.until ?? ''}
          error={problems.until}
          onChoose={(day) => change({ until: day ?? null })}
        />
      </div>
      {Object.keys(typed).length > 0 && (
        <CancelOrSave
          isSaving={saving.isPending}
          onCancel={() => {
            setTyped({});
            saving.reset();
          }}
        />
      )}
    </form>
  );
}

/** Typing the old value again changes nothing. */
const differing = (typed: Typed, membership: Membership): Typed =>
  Object.fromEntries(
    MEMBERS.flatMap((one) => (typed[one] === undefined || typed[one] === membership[one] ? [] : [[one, typed[one]]])),
  );
