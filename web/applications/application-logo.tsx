import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '../../client/wire-types.ts';
import { service } from '../auth/service.ts';
import { sayDone } from '../components/connection/acted.tsx';
import { LogoField } from '../components/form/logo-field.tsx';
import { useTexts } from '../i18n/texts.ts';
import { APPLICATIONS_KEY } from './applications-queries.ts';

export function ApplicationLogo({ application: { id, name, logo_url } }: { application: Application }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: (picture: File | null) =>
      picture
        ? service.call('PUT /api/admin/applications/{id}/logo', id, { file: picture })
        : service.call('DELETE /api/admin/applications/{id}/logo', id),
    onSuccess: (_changed, picture) => {
      sayDone(say(picture ? 'logo.did' : 'logo.removed'));
      return queries.invalidateQueries({ queryKey: APPLICATIONS_KEY });
    },
  });
  return <LogoField name={name} url={logo_url} changing={changing} />;
}
