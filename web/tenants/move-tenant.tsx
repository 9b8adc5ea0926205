import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TenantInTree } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useTexts } from '../i18n/texts.ts';
import { MovePreview } from './move-preview.tsx';
import { placesFor } from './tenant-rows.ts';

interface MoveTenantProps {
  readonly tenant: TenantInTree;
  readonly tenants: readonly TenantInTree[];
  readonly onClose: () => void;
}

const TOP = 'top';
const parentOf = (place: string): number | null => (place === TOP ? null : Number(place));

/** Chooses a new place, shows who gains and who loses sight, and moves it with everything below. */
export function MoveTenant({ tenant, tenants, onClose }: MoveTenantProps) {
  const { say } = useTexts();
  const { id, name, parent_id } = tenant;
  const [place, setPlace] = useState('');
  const [isMissed, setMissed] = useState(false);
  const preview = useQuery({
    queryKey: ['tenants', 'move', id, place],
    queryFn: () => service.call('PATCH /api/admin/tenants/{id}', id, { parent_id: parentOf(place), dry_run: true }),
    enabled: place !== '',
    gcTime: 0,
    retry: false,
  });
  const moving = useMoving(tenant, onClose);
  const { form } = useOwnValidation(() => {
    setMissed(place === '');
    if (place !== '' && preview.data) moving.mutate(parentOf(place));
  });
  const places = placesFor(tenants, tenant).map(({ id: to, name: words, level }) => ({
    value: String(to),
    label: `${'\u2003'.repeat(level - 1)}${words}`,
    disabled: to === parent_id, // where it is
  }));
  return (
    <FormDialog
      title={say('tenants.move.title', { name })}
      width={560}
      verb={say('tenants.move.verb')}
      form={form}
      saving={moving}
      problems={{}}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label={say('tenants.move.to')}
        data-autofocus
        error={isMissed && place === '' ? say('tenants.move.missed') : undefined}
        value={place}
        onChange={(event) => {
          setPlace(event.currentTarget.value);
          moving.reset();
        }}
        data={[
          { value: '', label: say('tenants.move.choose') },
          ...(parent_id === null ? [] : [{ value: TOP, label: say('tenants.move.top') }]),
          ...places,
        ]}
      />
      <div aria-live="polite" className="move-preview">
        {preview.isFetching && <p className="hint">{say('app.loading')}</p>}
        {preview.error && <ProblemNotice error={preview.error} />}
        {preview.data && !preview.isFetching && <MovePreview move={preview.data} tenants={tenants} />}
      </div>
    </FormDialog>
  );
}

/** Moves it; undoing moves it back. */
function useMoving({ id, name, parent_id: before }: TenantInTree, onMoved: () => void) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const move = (parent_id: number | null) => service.call('PATCH /api/admin/tenants/{id}', id, { parent_id });
  const onSettled = () => queries.invalidateQueries({ queryKey: ['tenants'] });
  const undoing = useMutation({
    mutationFn: () => move(before),
    onSuccess: () => sayDone(say('act.undone')),
    onError: (error) => sayRefused(error, say, language),
    onSettled,
  });
  return useMutation({
    mutationFn: move,
    onSuccess: () => {
      sayDone(say('tenants.move.did', { name }), { label: say('act.undo'), run: () => undoing.mutate() });
      onMoved();
    },
    onSettled,
  });
}
