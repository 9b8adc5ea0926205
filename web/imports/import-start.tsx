import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { Icon } from '../components/icons.tsx';
import { Notice, ProblemNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { FileDrop } from './file-drop.tsx';
import { saveTemplate } from './import-template.ts';
import { fileRefusal } from './import-words.ts';
import { keepFile } from './kept-files.ts';

/** Runs a dry run of a file and opens the result. */
export function useFileCheck() {
  const [state, change] = useAddressState();
  const tenantId = Number(state.tenant_id) || undefined;
  return useMutation({
    mutationFn: async (file: File) => {
      const { id } = await service.imports.start(file, { dryRun: true, ...(tenantId ? { tenantId } : {}) });
      keepFile(id, file);
      return id;
    },
    onSuccess: (id) => change({ import: String(id), outcome: undefined }, { asNewStep: true }),
  });
}

/** The first step: choosing a file. */
export function ImportStart() {
  const { say, language } = useTexts();
  const checking = useFileCheck();
  return (
    <div className="import-start">
      {checking.isError && <RefusedFile error={checking.error} />}
      <TenantChoice />
      <FileDrop busy={checking.isPending} onFile={checking.mutate} />
      <Section title={say('imports.help')}>
        <ul className="import-help">
          <li>{say('imports.help.columns')}</li>
          <li>{say('imports.help.names')}</li>
          <li>{say('imports.help.safe')}</li>
        </ul>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => saveTemplate(language)}
        >
          {say('imports.template')}
        </Button>
      </Section>
    </div>
  );
}

/** Why a file cannot be read, and what to do about it. */
export function RefusedFile({ error }: { error: unknown }) {
  const { say } = useTexts();
  const refusal = fileRefusal(error, say);
  if (refusal === undefined) return <ProblemNotice error={error} />;
  return (
    <Notice kind="problem">
      <strong>{refusal.why}</strong> {refusal.cure}
    </Notice>
  );
}

/** Only superadmins can choose. */
function TenantChoice() {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const user = service.storedUser();
  const { data: known = [] } = useQuery({ ...tenantsQuery, enabled: user?.tier === 0 });
  if (known.length < 2) return null;
  const own = known.find(({ name }) => name === user?.tenant_name)?.id;
  return (
    <NativeSelect
      className="import-tenant"
      size="md"
      label={say('imports.tenant')}
      value={state.tenant_id ?? String(own ?? '')}
      onChange={(event) => change({ tenant_id: event.currentTarget.value })}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
