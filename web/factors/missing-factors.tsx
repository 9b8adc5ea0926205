import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../client/route-types.ts';
import type { MissingFactor } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone, sayRefused } from '../components/connection/acted.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { Icon } from '../components/frame/icons.tsx';
import { ListDownload } from '../components/table/list-download.tsx';
import { ListTable } from '../components/table/list-page.tsx';
import { SearchField } from '../components/table/search-field.tsx';
import { useList } from '../components/table/use-list.ts';
import { type Say, useTexts } from '../i18n/texts.ts';
import { useAddressState } from '../routing/address-state.ts';
import { MISSING_KEY } from './factor-queries.ts';
import { missingColumns } from './missing-columns.tsx';

const AT_ONCE = 50;

/** Of whom a second factor is asked and who have none, and a mail to all of them. */
interface MissingFactorsProps {
  readonly tenantId: number | undefined;
  /** Whether any rule asks for a second factor. */
  readonly isAsked: boolean;
}

export function MissingFactors({ tenantId, isAsked }: MissingFactorsProps) {
  const texts = useTexts();
  const { say } = texts;
  const [{ q = '' }, change] = useAddressState();
  const wanted = { ...(q === '' ? {} : { q }), ...(tenantId === undefined ? {} : { tenant_id: tenantId }) };
  const list = useList([MISSING_KEY, tenantId, q], (cursor, signal) =>
    service.call('GET /api/admin/factor-policy/missing', { ...wanted, limit: AT_ONCE, cursor }, signal),
  );
  return (
    <section className="missing-factors" aria-labelledby="missing-factors">
      <div className="missing-head">
        <h2 id="missing-factors">{say('factors.missing')}</h2>
        <div className="page-actions">
          <ListDownload
            list={list}
            fileName={say('factors.file')}
            fetchFile={({ format, language }) =>
              service.file('GET /api/admin/factor-policy/missing/export', { ...wanted, format, language })
            }
          />
          <Remind tenantId={tenantId} q={q} count={list.total} />
        </div>
      </div>
      <search>
        <SearchField
          label={say('factors.search')}
          placeholder={say('factors.search.hint')}
          value={q}
          onSearch={(typed) => change({ q: typed || undefined })}
        />
      </search>
      <ListTable<MissingFactor>
        list={list}
        label={say('factors.missing')}
        columns={missingColumns(texts)}
        nameOf={({ full_name }) => full_name}
        empty={
          <p role="status">
            {q === '' ? say(isAsked ? 'factors.nobody' : 'factors.notAsked') : say('factors.nobodyFound', { q })}
          </p>
        }
      />
    </section>
  );
}

interface RemindProps {
  readonly tenantId: number | undefined;
  readonly q: string;
  readonly count: number;
}

function Remind({ tenantId, q, count }: RemindProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const reminding = useMutation({
    mutationFn: () =>
      service.call('POST /api/admin/factor-policy/missing/remind', {
        ...(q === '' ? {} : { q }),
        ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
      }),
    onSuccess: async (told) => {
      setAsks(false);
      sayDone(outcome(told, say));
      await queries.invalidateQueries({ queryKey: [MISSING_KEY] });
    },
    onError: (error) => {
      setAsks(false);
      sayRefused(error, say, language);
    },
  });
  if (count === 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="mail" size={18} />} onClick={() => setAsks(true)}>
        {say('factors.remind')}
      </Button>
      {asks && (
        <QuestionDialog
          title={say('factors.remind.title')}
          confirm={say('factors.remind.confirm')}
          busy={reminding.isPending}
          onConfirm={() => reminding.mutate()}
          onClose={() => setAsks(false)}
        >
          {say('factors.remind.text', { count })}
        </QuestionDialog>
      )}
    </>
  );
}

function outcome(
  { reminded, recently, more }: Answer<'POST /api/admin/factor-policy/missing/remind'>,
  say: Say,
): string {
  const parts = [
    say('factors.reminded', { count: reminded }),
    ...(recently > 0 ? [say('factors.recently', { count: recently })] : []),
    ...(more ? [say('factors.more')] : []),
  ];
  return parts.join(' ');
}
