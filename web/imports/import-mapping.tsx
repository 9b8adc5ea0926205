import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportCells } from '../../client/wire-types.ts';
import { PERSON_FIELD_NAMES } from '../../src/accounts/users/person-form.ts';
import { service } from '../auth/service.ts';
import { Notice } from '../components/connection/notice.tsx';
import { Section } from '../components/form/section.tsx';
import { useTexts } from '../i18n/texts.ts';
import { columnWords, encodingWords } from './import-words.ts';
import { hasFile, mappingOf, mayCheckAgain, useCheckAgain } from './use-check-again.ts';

const FIELDS = [...PERSON_FIELD_NAMES, 'role'] as const;
/** For those who move accounts between systems; shown where a file has them. */
const RARE = ['tenant_id', 'password_hash', 'totp'] as const;
type Field = (typeof FIELDS)[number] | (typeof RARE)[number];

/** What is read from which column, above the first rows as cells. The choice can be changed and checked again. */
export function ImportMapping({ of }: { of: Import }) {
  const { say } = useTexts();
  const columns = of.columns.map((column, index) => ({ ...column, index }));
  const read = mappingOf(of);
  const [mapping, setMapping] = useState(read);
  const checking = useCheckAgain(of);
  const cells = useQuery({
    queryKey: ['import-cells', of.id, 'first'],
    queryFn: () => service.call('GET /api/admin/imports/{id}/cells', of.id),
    enabled: hasFile(of),
  });
  const mayChange = mayCheckAgain(of);
  const changed = Object.keys(mapping).some((heading) => mapping[heading] !== read[heading]);
  const choose = (heading: string, chosen: string) => {
    const field = [...FIELDS, ...RARE].find((one) => one === chosen) ?? null;
    const others = Object.entries(mapping).map(([name, one]) => [name, one === field ? null : one]);
    setMapping({ ...Object.fromEntries(others), [heading]: field });
  };
  return (
    <Section title={say('imports.columns')} text={say(mayChange ? 'imports.columns.text' : 'imports.columns.textDone')}>
      {mayChange && of.read_as === 'remembered' && <Notice kind="info">{say('imports.saved.followed')}</Notice>}
      {mayChange && <EncodingChoice of={of} names={cells.data?.names ?? []} />}
      {mayChange && of.sheets.length > 1 && (
        <NativeSelect
          className="import-tenant"
          label={say('imports.table.sheet')}
          value={of.sheet ?? ''}
          disabled={checking.isPending}
          onChange={(event) => checking.mutate({ sheet: event.currentTarget.value })}
          data={[...of.sheets]}
        />
      )}
      {mayChange && (cells.data?.beginning.length ?? 0) > 1 && (
        <NativeSelect
          className="import-tenant"
          label={say('imports.table.headings')}
          value={String(of.table_line)}
          disabled={checking.isPending}
          onChange={(event) => checking.mutate({ table_line: Number(event.currentTarget.value) })}
          data={(cells.data?.beginning ?? []).map(({ line, text }) => ({
            value: String(line),
            label: `${line}: ${text.slice(0, LONGEST_OPTION)}`,
          }))}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too */}
      <section className="import-cells" tabIndex={0} aria-label={say('imports.columns.first')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('imports.columns.line')}</th>
              {columns.map(({ heading, field, index }) => (
                <th key={index} scope="col" data-unread={field === null || undefined}>
                  <span className="cut" dir="auto" title={heading}>
                    {heading || say('imports.columns.nameless')}
                  </span>
                  {mayChange && heading !== '' ? (
                    <NativeSelect
                      size="sm"
                      aria-label={say('imports.columns.of', { heading })}
                      value={mapping[heading] ?? ''}
                      onChange={(event) => choose(heading, event.currentTarget.value)}
                      data={[{ value: '', label: say('imports.columns.none') }, ...options(of, say)]}
                    />
                  ) : (
                    <span className="hint-line">
                      {field === null ? say('imports.columns.none') : columnWords({ column: field }, say)}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.data?.rows.map((row) => (
              <tr key={row.line} data-outcome={row.outcome}>
                <th scope="row">
                  {row.outcome === 'failed' && row.faulty_index === null ? <mark>{row.line}</mark> : row.line}
                </th>
                {columns.map(({ field, index }) => (
                  <td
                    key={index}
                    data-unread={field === null || undefined}
                    data-faulty={row.faulty_index === index || undefined}
                    title={row.cells[index]}
                  >
                    {row.faulty_index === index ? <mark>{row.cells[index] || '–'}</mark> : row.cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {of.columns.some(({ field }) => field === 'full_name') && <p className="hint">{say('imports.columns.split')}</p>}
      {mayChange && changed && (
        <Button loading={checking.isPending} onClick={() => checking.mutate({ mapping })}>
          {say('imports.problems.apply')}
        </Button>
      )}
    </Section>
  );
}

const LONGEST_OPTION = 80;

/** Where the letters of a file may be those of two encodings, names in each. */
function EncodingChoice({ of, names }: { of: Import; names: ImportCells['names'] }) {
  const { say } = useTexts();
  const checking = useCheckAgain(of);
  if (of.encoding_rivals.length === 0 || names.length === 0) return null;
  return (
    <Notice kind="warning">
      <strong>{say('imports.encoding.title')}</strong> {say('imports.encoding.text')}
      {names.map(({ encoding, words }) => (
        <div key={encoding}>
          <Button
            size="compact-md"
            variant={encoding === of.encoding ? 'filled' : 'default'}
            disabled={checking.isPending}
            onClick={() => checking.mutate({ encoding })}
          >
            {encodingWords(encoding)}
          </Button>{' '}
          <span dir="auto">{words.join(', ') || say('imports.encoding.none')}</span>
        </div>
      ))}
    </Notice>
  );
}

const options = ({ columns }: Import, say: ReturnType<typeof useTexts>['say']) =>
  [...FIELDS, ...RARE.filter((one) => columns.some(({ field }) => field === one))].map((value: Field) => ({
    value,
    label: columnWords({ column: value }, say),
  }));
