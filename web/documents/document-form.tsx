import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FIRST_YEAR, LAST_YEAR, LONGEST_TITLE } from '../../client/wire-limits.ts';
import type { Document } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { Notice, ProblemNotice } from '../components/connection/notice.tsx';
import { letGo, useHeld } from '../components/dialog/unsaved.ts';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { useProblemFocus, useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { type DocumentWords, formOf, placeOfProblem, wordsFromName } from './document-draft.ts';
import { DocumentTenant } from './document-tenant.tsx';
import { DOCUMENTS } from './documents-queries.ts';
import { PdfDrop } from './pdf-drop.tsx';

interface DocumentFormProps {
  /** Without one, a new document is added. */
  readonly document?: Document;
  readonly onClose: () => void;
}

const RANGE = { first: FIRST_YEAR, last: LAST_YEAR };

/** A new document with its file, or the details of an existing one. Refusals are shown at their fields. */
export function DocumentForm({ document, onClose }: DocumentFormProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  useFocusBack();
  const [file, setFile] = useState<File>();
  const [lacksFile, setLacksFile] = useState(false);
  const [yearTold, setYearTold] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const yearField = useRef<HTMLInputElement>(null);
  const form = `document-${document?.id ?? 'new'}`;
  const [words, setWords, settle] = useTyped<DocumentWords>(form, formOf(document));
  useHeld(form, file !== undefined);
  const set = (change: Partial<DocumentWords>) => setWords((before) => ({ ...before, ...change }));
  const saving = useMutation({
    mutationFn: async () => {
      const { kind, year, tenantId, ...rest } = words;
      if (document) return service.call('PUT /api/admin/documents/{id}', document.id, { ...rest, year });
      const wanted = { ...rest, kind, year: year?.toString(), tenant_id: tenantId?.toString() };
      return service.call('POST /api/admin/documents', { ...wanted, file });
    },
    onSuccess: async () => {
      sayDone(say(document ? 'documents.saved' : 'documents.added'));
      settle(words);
      letGo(form);
      onClose();
      await queries.invalidateQueries({ queryKey: DOCUMENTS });
    },
  });
  useProblemFocus(saving.error);
  const problems = placeOfProblem(saving.error, say, language);
  useEffect(() => {
    if (saving.error && problems.file !== undefined) chooser.current?.focus();
  }, [saving.error, problems.file]);
  const yearbook = words.kind === 'yearbook';
  const oddYear = words.year !== null && !(words.year >= FIRST_YEAR && words.year <= LAST_YEAR);
  const {
    form: own,
    problemOf,
    passes,
  } = useOwnValidation(() => {
    setYearTold(oddYear);
    if (oddYear) yearField.current?.focus();
    else saving.mutate();
  });
  /** Before the fields, as on the page. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (document || file) return own.onSubmit(event);
    event.preventDefault();
    passes(event.currentTarget.elements);
    setLacksFile(true);
    chooser.current?.focus();
  };
  const choose = (chosen: File) => {
    setLacksFile(false);
    setFile(chosen);
    saving.reset();
    if (words.title === '') set(wordsFromName(chosen.name));
  };
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && onClose()}
      title={say(document ? 'documents.edit.title' : 'documents.add')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
      size="lg"
    >
      <form {...own} onSubmit={submit}>
        <Stack gap="md">
          {problems.elsewhere && <ProblemNotice error={saving.error} />}
          {!document && (
            <PdfDrop
              file={file}
              onChoose={choose}
              problem={lacksFile ? say('documents.drop.missing') : problems.file}
              chooser={chooser}
            />
          )}
          <TextInput
            size="md"
            name="title"
            label={say('documents.field.title')}
            required
            withAsterisk={false}
            maxLength={LONGEST_TITLE}
            value={words.title}
            error={problemOf('title') ?? problems.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <div className="document-fields">
            {!document && (
              <Select
                size="md"
                label={say('documents.field.kind')}
                allowDeselect={false}
                checkIconPosition="right"
                data={(['document', 'yearbook'] as const).map((value) => ({
                  value,
                  label: say(`documents.kind.${value}`),
                }))}
                value={words.kind}
                error={problems.kind}
                onChange={(kind) => kind && set({ kind })}
              />
            )}
            <NumberInput
              ref={yearField}
              size="md"
              name="year"
              label={say('documents.field.year')}
              required={yearbook}
              withAsterisk={false}
              description={yearbook ? undefined : say('documents.field.optional')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              hideControls
              allowDecimal={false}
              allowNegative={false}
              min={FIRST_YEAR}
              max={LAST_YEAR}
              clampBehavior="none"
              inputMode="numeric"
              value={words.year ?? ''}
              error={
                problemOf('year') ?? (yearTold && oddYear ? say('documents.field.yearRange', RANGE) : problems.year)
              }
              onChange={(year) => set({ year: year === '' ? null : Number(year) })}
            />
            <Select
              size="md"
              label={say('documents.field.visibility')}
              allowDeselect={false}
              checkIconPosition="right"
              data={(['public', 'tenant'] as const).map((value) => ({
                value,
                label: say(`documents.visibility.${value}`),
              }))}
              value={words.visibility}
              onChange={(visibility) => visibility && set({ visibility })}
            />
            <Select
              size="md"
              label={say('documents.field.language')}
              allowDeselect={false}
              checkIconPosition="right"
              data={(['hr', 'en'] as const).map((value) => ({ value, label: say(`documents.language.${value}`) }))}
              value={words.language}
              onChange={(chosen) => chosen && set({ language: chosen })}
            />
            {!document && <DocumentTenant value={words.tenantId} onChange={(tenantId) => set({ tenantId })} />}
          </div>
          {document === undefined && words.visibility === 'public' && (
            <Notice kind="info">{say('documents.visibility.publicHint')}</Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {say('app.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {say(document ? 'app.save' : 'documents.add.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
