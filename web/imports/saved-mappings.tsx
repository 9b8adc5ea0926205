import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../auth/service.ts';
import { sayRefused } from '../components/connection/acted.tsx';
import { Section } from '../components/form/section.tsx';
import { fully } from '../components/frame/times.ts';
import { useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';

const KEY = 'saved-mappings';

/** How earlier files were read: the next with the same headings needs no matching. */
export function SavedMappings() {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [{ tenant_id }] = useAddressState();
  const tenantId = Number(tenant_id) || undefined;
  const of = tenantId === undefined ? {} : { tenant_id: tenantId };
  const { data } = useQuery({
    queryKey: [KEY, of],
    queryFn: () => service.call('GET /api/admin/imports/mappings', of),
  });
  const forgetting = useMutation({
    mutationFn: (id: string) => service.call('DELETE /api/admin/imports/mappings/{id}', id),
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY] }),
    onError: (error) => sayRefused(error, say, language),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title={say('imports.saved')} text={say('imports.saved.text')}>
      <ul className="import-saved">
        {data.items.map(({ id, file_name, columns, used_at }) => {
          const headings = columns.flatMap(({ heading, field }) => (field === null ? [] : heading)).join(', ');
          return (
            <li key={id} className="import-saved-one">
              <span className="import-saved-file">
                <span className="cut" dir="auto" title={file_name}>
                  {file_name || say('imports.import')}
                </span>
                <span className="hint-line cut" dir="auto" title={headings}>
                  {headings}
                </span>
                <span className="hint-line">{say('imports.saved.used', { at: fully(used_at, language) })}</span>
              </span>
              <Button
                size="compact-md"
                variant="default"
                aria-label={say('imports.saved.forgetOf', { file: file_name })}
                disabled={forgetting.isPending}
                onClick={() => forgetting.mutate(id)}
              >
                {say('imports.saved.forget')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
