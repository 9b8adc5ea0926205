import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '../../client/wire-types.ts';
import { NotConfirmedError } from '../auth/reauth-question.ts';
import { service } from '../auth/service.ts';
import { Notice } from '../components/notice.tsx';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { FileDrop } from './file-drop.tsx';
import { RefusedFile, useFileCheck } from './import-start.tsx';
import { keepFile, keptFile } from './kept-files.ts';

/** After the check: a button that runs the import with the very same file. */
export function ImportDecision({ of }: { of: Import }) {
  const { say } = useTexts();
  const file = keptFile(of.id);
  const checking = useFileCheck();
  if (of.created === 0) return <Notice kind="info">{say('imports.nobodyNew')}</Notice>;
  if (file !== undefined) return <RunButton of={of} file={file} />;
  return (
    <div className="card import-again">
      <p>{say('imports.forgotten')}</p>
      {checking.isError && <RefusedFile error={checking.error} />}
      <FileDrop small busy={checking.isPending} onFile={checking.mutate} />
    </div>
  );
}

function RunButton({ of, file }: { of: Import; file: File }) {
  const { say, language } = useTexts();
  const [state, change] = useAddressState();
  const [invite, setInvite] = useState(true);
  const queries = useQueryClient();
  const running = useMutation({
    mutationFn: () => {
      const tenantId = of.tenant_id ?? (Number(state.tenant_id) || undefined);
      return service.imports.start(file, { invite, ...(tenantId ? { tenantId } : {}) });
    },
    onSuccess: async ({ id }) => {
      keepFile(id, file);
      await queries.invalidateQueries({ queryKey: ['imports'] });
      change({ import: String(id), outcome: undefined });
    },
  });
  const refused = running.isError && !(running.error instanceof NotConfirmedError);
  return (
    <div className="card import-decision">
      {refused && <RefusedFile error={running.error} />}
      <Checkbox
        size="md"
        label={say('imports.invite')}
        description={say('imports.invite.text')}
        checked={invite}
        onChange={(event) => setInvite(event.currentTarget.checked)}
      />
      <Button size="md" loading={running.isPending} onClick={() => running.mutate()}>
        {say('imports.run', { count: of.created, number: new Intl.NumberFormat(language).format(of.created) })}
      </Button>
    </div>
  );
}
