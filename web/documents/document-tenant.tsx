import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { useTexts } from '../i18n/texts.ts';

interface DocumentTenantProps {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** The owner of a document, for those who reach more than one tenant. */
export function DocumentTenant({ value, onChange }: DocumentTenantProps) {
  const { say } = useTexts();
  const user = service.storedUser();
  const tenants = useQuery({
    queryKey: ['tenants', 'choice'],
    queryFn: async () => (await service.tenants.list({ limit: 200 })).items,
    enabled: user?.tier === 0,
  }).data;
  if (tenants === undefined || tenants.length < 2) return null;
  const own = tenants.find(({ name }) => name === user?.tenant_name);
  return (
    <Select
      size="md"
      className="document-tenant"
      label={say('documents.field.tenant')}
      allowDeselect={false}
      searchable
      nothingFoundMessage={say('documents.field.noTenant')}
      checkIconPosition="right"
      data={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(value ?? own?.id ?? '')}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
