import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../client/wire-types.ts';
import { may } from '../auth/rights.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { FormDialog } from '../components/dialog/form-dialog.tsx';
import { useSaver } from '../components/dialog/unsaved.ts';
import { Choices } from '../components/form/choices.tsx';
import { useOwnValidation } from '../components/form/own-validation.ts';
import { fieldProblems } from '../components/form/problem-text.ts';
import { useTyped } from '../components/form/use-typed.ts';
import { useTexts } from '../i18n/texts.ts';
import { ApplicationFields } from './application-fields.tsx';
import { type ApplicationForm, bodyOf, filledFor, formOf } from './application-form.ts';
import { APPLICATIONS_KEY } from './applications-queries.ts';
import { CONNECTIONS } from './connections.ts';

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application?: Application;
  readonly onSaved: (application: Application) => void;
  readonly onClose: () => void;
}

export function ApplicationDialog({ application, onSaved, onClose }: ApplicationDialogProps) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const mayAll = may('tenants.all');
  const formName = `application-${application?.id ?? 'new'}`;
  const [form, setForm, settle] = useTyped(formName, formOf(application));
  const saving = useMutation({
    mutationFn: () => {
      const body = bodyOf(form, application, mayAll);
      if (application) return service.call('PUT /api/admin/applications/{id}', application.id, body);
      const owner =
        mayAll && !(isService && form.tenant === '')
          ? { tenant_id: form.tenant === '' ? null : Number(form.tenant) }
          : {};
      return service.call('POST /api/admin/applications', { ...body, ...owner, kind: form.kind });
    },
    onSuccess: async (saved) => {
      sayDone(say(application ? 'applications.did.edit' : 'applications.did.create', { name: saved.name }));
      settle(formOf(saved));
      await queries.invalidateQueries({ queryKey: APPLICATIONS_KEY });
      onSaved(saved);
    },
  });
  const verb = say(application ? 'app.save' : 'applications.create');
  useSaver(formName, () => saving.mutateAsync(), { after: 'stay', verb }); // saving closes the dialog
  const problems = fieldProblems(saving.error, say, language);
  const type = (change: Partial<ApplicationForm>) => {
    setForm((before) => ({ ...before, ...change }));
    if (!saving.isPending) saving.reset();
  };
  const isChosen = application !== undefined || form.connection !== '';
  const isService = form.kind === 'service';
  const { form: ownForm, problemOf } = useOwnValidation(() => saving.mutate());
  return (
    <FormDialog
      title={say(application ? 'applications.edit' : 'applications.create')}
      width={560}
      verb={isChosen ? verb : undefined}
      form={ownForm}
      saving={saving}
      problems={problems}
      onClose={onClose}
    >
      {isChosen ? (
        <ApplicationFields
          application={application}
          form={form}
          type={type}
          problemOf={(field) => problemOf(field) ?? problems[field]}
          onChooseAgain={() => settle(formOf(undefined))}
        />
      ) : (
        <>
          <p className="hint">{say('applications.connect')}</p>
          <Choices
            label={say('applications.connect')}
            choices={CONNECTIONS.map((value) => ({
              value,
              label: say(`applications.connect.${value}`),
              help: say(`applications.connect.${value}.help`),
            }))}
            onChoose={(connection) => settle({ ...formOf(undefined), ...filledFor(connection) })}
          />
        </>
      )}
    </FormDialog>
  );
}
