import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PERSON_FIELD_NAMES, PERSON_FORM } from '../../src/accounts/users/person-form.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { saveFile } from '../components/table/save-file.ts';
import type { Language } from '../i18n/language.ts';
import { useTexts } from '../i18n/texts.ts';
import { tenantsQuery } from '../people/people-queries.ts';
import { useAddressState } from '../routing/address-state.ts';
import { FileDrop } from './file-drop.tsx';
import { fileRefusal, headingsIn } from './import-words.ts';
import { SavedMappings } from './saved-mappings.tsx';

interface FileToCheck {
  readonly file: File;
  /** The heading of the column of addresses, where nobody can guess it. */
  readonly email?: string;
}

/** Runs a dry run of a file and opens the result. */
export function useFileCheck() {
  const [state, change] = useAddressState();
  const tenantId = Number(state.tenant_id) || undefined;
  return useMutation({
    mutationFn: async ({ file, email }: FileToCheck) => {
      const mapping = email === undefined ? undefined : JSON.stringify({ [email]: 'email' });
      const query = { dry_run: '1', invite: '0', tenant_id: tenantId } as const;
      return (await service.call('POST /api/admin/imports', { mapping, file }, query)).id;
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
      {checking.isError && !checking.isPending && (
        <EmailChoice
          error={checking.error}
          onChoose={(email) => checking.mutate({ file: checking.variables.file, email })}
        />
      )}
      <TenantChoice />
      <FileDrop busy={checking.isPending} onFile={(file) => checking.mutate({ file })} />
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
      <SavedMappings />
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

/** Where no heading means an address, somebody can show which does. */
function EmailChoice({ error, onChoose }: { error: unknown; onChoose: (heading: string) => void }) {
  const { say } = useTexts();
  const headings = headingsIn(error);
  if (headings.length === 0) return null;
  return (
    <NativeSelect
      className="import-tenant"
      size="md"
      label={say('imports.columns.email')}
      value=""
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[{ value: '', label: say('imports.columns.choose'), disabled: true }, ...headings]}
    />
  );
}

/** For whoever acts in every tenant. */
function TenantChoice() {
  const { say } = useTexts();
  const [state, change] = useAddressState();
  const { data: known = [] } = useQuery({ ...tenantsQuery, enabled: may('tenants.all') });
  if (known.length < 2) return null;
  return (
    <NativeSelect
      className="import-tenant"
      size="md"
      label={say('imports.tenant')}
      value={state.tenant_id ?? String(viewer()?.tenant_id ?? '')}
      onChange={(event) => change({ tenant_id: event.currentTarget.value })}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

/** Without a byte order mark, spreadsheets assume a legacy encoding. */
const MARK = '\uFEFF';
const { hr, en } = PERSON_FORM.preferred_language.template;
/** What stands at the end: role and language. */
const REST = { hr: ['uloga', hr], en: ['role', en] };
const WORDS = { hr: ['član', 'hr'], en: ['member', 'en'] };
const NAMES = { hr: 'uvoz-predlozak.csv', en: 'import-template.csv' };
const FIELDS = PERSON_FIELD_NAMES.filter((name) => name !== 'preferred_language').flatMap((name) => {
  const { template } = PERSON_FORM[name];
  return template === 'no' ? [] : [template];
});

/** A template with the known headings and a sample row. Semicolons, as spreadsheets expect in Croatia. */
function saveTemplate(language: Language): void {
  const headings = [...FIELDS.map((field) => field[language]), ...REST[language]];
  const row = [...FIELDS.map(({ example }) => example), ...WORDS[language]];
  const text = [headings, row].map((cells) => `${cells.join(';')}\r\n`).join('');
  saveFile(new Blob([MARK + text], { type: 'text/csv' }), NAMES[language]);
}
