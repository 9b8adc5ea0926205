import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MOST_ON_A_PAGE } from '../../client/wire-limits.ts';
import { contains } from '../../src/platform/words/begun-words.ts';
import { may, viewer } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { useTexts } from '../i18n/texts.ts';

interface DocumentTenantProps {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** The owner of a document, for those who reach more than one tenant. */
export function DocumentTenant({ value, onChange }: DocumentTenantProps) {
  const { say } = useTexts();
  const tenants = useQuery({
    queryKey: ['tenants', 'choice'],
    queryFn: async () => (await service.call('GET /api/admin/tenants', { limit: MOST_ON_A_PAGE })).items,
    enabled: may('tenants.all'),
  }).data;
  if (tenants === undefined || tenants.length < 2) return null;
  return (
    <Select
      size="md"
      className="document-tenant"
      label={say('documents.field.tenant')}
      allowDeselect={false}
      searchable
      filter={({ options, search }) => options.filter((one) => 'label' in one && contains(one.label, search.trim()))}
      nothingFoundMessage={say('documents.field.noTenant')}
      checkIconPosition="right"
      data={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value ?? viewer()?.tenant_id ?? '')}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
