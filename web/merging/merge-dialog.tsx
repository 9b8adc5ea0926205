import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Duplicate } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useTexts } from '../i18n/texts.ts';
import { nameOf } from '../people/people-queries.ts';
import { MergePreview } from './merge-preview.tsx';
import { useRefresh, useUnmerge } from './merging-queries.ts';

interface MergeDialogProps {
  readonly pair: Duplicate;
  readonly onClose: () => void;
}

/** Chooses which account remains and whose sign-in, shows what would happen, and merges. */
export function MergeDialog({ pair: { people }, onClose }: MergeDialogProps) {
  const { say } = useTexts();
  const [choice, setChoice] = useState(() => usualChoice(people));
  const gone = people.find(({ id }) => id !== choice.into)?.id ?? 0;
  const preview = useQuery({
    queryKey: ['merging', 'preview', gone, choice],
    queryFn: () => service.call('POST /api/admin/users/{id}/merge', gone, { ...choice, dry_run: true }),
    gcTime: 0,
    retry: false,
  });
  const merging = useMerging(people, onClose);
  const { form } = useOwnValidation(() => merging.mutate({ id: gone, ...choice }));
  const choose = (change: Partial<typeof choice>) => {
    setChoice((before) => ({ ...before, ...change }));
    merging.reset();
  };
  const accounts = people.map((person) => ({
    value: String(person.id),
    label: say('merging.account', { name: nameOf(person), email: person.email, id: person.id }),
  }));
  return (
    <FormDialog
      title={say('merging.dialog')}
      width={560}
      verb={preview.data ? say('merging.verb') : undefined}
      form={form}
      saving={merging}
      problems={{}}
      onClose={onClose}
    >
      <p className="lead">{say('merging.lead')}</p>
      <NativeSelect
        size="md"
        label={say('merging.stays')}
        data-autofocus
        value={String(choice.into)}
        onChange={(event) => choose({ into: Number(event.currentTarget.value) })}
        data={accounts}
      />
      <NativeSelect
        size="md"
        label={say('merging.wayIn')}
        value={String(choice.way_in)}
        onChange={(event) => choose({ way_in: Number(event.currentTarget.value) })}
        data={people.map(({ id, email }) => ({ value: String(id), label: email }))}
      />
      <div aria-live="polite" className="move-preview">
        {preview.isFetching && <p className="hint">{say('app.loading')}</p>}
        {preview.error && <ProblemNotice error={preview.error} />}
        {preview.data && !preview.isFetching && <MergePreview merge={preview.data} people={people} />}
      </div>
    </FormDialog>
  );
}

type People = Duplicate['people'];

/** The account that its owner used last, else the older one; its own way in. */
function usualChoice(people: People): { into: number; way_in: number } {
  const lastUsed = ({ last_login_at }: People[number]) => (last_login_at === null ? 0 : Date.parse(last_login_at));
  const used = people.toSorted((one, other) => lastUsed(other) - lastUsed(one));
  const id = used[0]?.id ?? 0;
  return { into: id, way_in: id };
}

function useMerging(people: People, onMerged: () => void) {
  const { say } = useTexts();
  const refresh = useRefresh();
  const unmerge = useUnmerge();
  return useMutation({
    mutationFn: ({ id, ...wanted }: { readonly id: number; readonly into: number; readonly way_in: number }) =>
      service.call('POST /api/admin/users/{id}/merge', id, wanted),
    onSuccess: ({ id, into }) => {
      const kept = people.find((person) => person.id === into);
      const name = kept ? nameOf(kept) : '';
      sayDone(say('merging.did', { name }), { label: say('act.undo'), run: () => unmerge.mutate({ id, name }) });
      onMerged();
    },
    onSettled: refresh,
  });
}
