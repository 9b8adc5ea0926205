import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Policy } from '../../client/wire-types.ts';
import { meQuery } from '../auth/me-query.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { QuestionDialog } from '../components/dialog/question-dialog.tsx';
import { useTyped } from '../components/form/use-typed.ts';
import { PageHead } from '../components/frame/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { MarkdownText } from './markdown-text.tsx';
import { POLICY_KEY, versionsQuery } from './policy-queries.ts';

interface PolicyEditorProps {
  readonly tenantId: number;
  readonly inForce: Policy;
  readonly onClose: () => void;
}

/** Writes the next version beside its preview. The version that it replaces is the one that was open when it began. */
export function PolicyEditor({ tenantId, inForce, onClose }: PolicyEditorProps) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const versions = useQuery({ ...versionsQuery(tenantId), staleTime: Number.POSITIVE_INFINITY });
  const [text, setText, settle] = useTyped(`policy-${tenantId}`, inForce.text);
  const [asking, setAsking] = useState(false);
  const newest = versions.data?.items[0]?.number ?? 0;
  const publishing = useMutation({
    mutationFn: () => service.call('POST /api/admin/privacy-policies', { tenant_id: tenantId, text, replaces: newest }),
    onSuccess: async ({ number }) => {
      settle(text);
      sayDone(say('policies.published', { number }));
      await Promise.all([POLICY_KEY, meQuery.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
      onClose();
    },
    onSettled: () => setAsking(false),
  });
  const [told, setTold] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const lacking = text.trim() === '' ? 'empty' : text.trim() === inForce.text.trim() ? 'unchanged' : undefined;
  const ask = () => {
    setTold(lacking !== undefined);
    if (lacking === undefined) setAsking(true);
    else field.current?.focus();
  };
  return (
    <>
      <PageHead title={say('policies.editing')} text={say('policies.editing.text')} />
      {publishing.isError && <ProblemNotice error={publishing.error} />}
      {versions.isError && <ProblemNotice error={versions.error} />}
      <div className="policy-editor">
        <Textarea
          ref={field}
          size="md"
          label={say('policies.source')}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          error={told && lacking && say(`policies.lacking.${lacking}`)}
          description={say('policies.source.hint')}
          autosize
          minRows={16}
          maxRows={36}
          maxLength={30_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <section className="card" aria-label={say('policies.preview')}>
          <p className="hint">{say('policies.preview')}</p>
          <MarkdownText source={text} />
        </section>
      </div>
      <Group mt="md" justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {say('app.cancel')}
        </Button>
        <Button loading={versions.isPending} disabled={versions.isError} onClick={ask}>
          {say('policies.publish', { number: newest + 1 })}
        </Button>
      </Group>
      {asking && (
        <QuestionDialog
          title={say('policies.ask')}
          confirm={say('policies.confirm')}
          busy={publishing.isPending}
          onConfirm={() => publishing.mutate()}
          onClose={() => setAsking(false)}
        >
          {say('policies.ask.text')}
        </QuestionDialog>
      )}
    </>
  );
}
