import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import type { IdentityProvider } from '../../client/wire-types.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import { useTexts } from '../i18n/texts.ts';
import { filledForDirectory, type TypedProvider } from './typed-provider.ts';

interface ProviderFieldsProps {
  /** The one that is changed; without one, a new one is added. */
  readonly provider: IdentityProvider | undefined;
  readonly typed: TypedProvider;
  readonly change: (part: Partial<TypedProvider>) => void;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
  /** What is wrong with a field, named as on the wire. */
  readonly problemOf: (field: string) => string | undefined;
  readonly onChooseAgain: () => void;
}

/** What is told about an issuer, once it is known whose it is. */
export function ProviderFields(props: ProviderFieldsProps) {
  const { provider, typed, change, secret, onSecret, problemOf, onChooseAgain } = props;
  const { say } = useTexts();
  const field = (member: 'key' | 'name' | 'issuer' | 'clientId' | 'scopes' | 'domains', wire: string) => ({
    size: 'md' as const,
    name: wire,
    label: say(`providers.field.${member}`),
    error: problemOf(wire),
    value: typed[member],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [member]: event.currentTarget.value }),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  });
  const must = { required: true, withAsterisk: false };
  const callback = `${location.origin}/login/with/${typed.key || '…'}/callback`;
  return (
    <>
      {typed.choice !== '' && (
        <div className="row">
          <div>
            <strong>{say(`providers.connect.${typed.choice}`)}</strong>
            <p className="hint">{say(`providers.connect.${typed.choice}.first`)}</p>
          </div>
          <Button variant="default" size="sm" className="firm" onClick={onChooseAgain}>
            {say('providers.connect.again')}
          </Button>
        </div>
      )}
      <TextInput
        {...field('name', 'name')}
        {...must}
        dir="auto"
        data-autofocus
        maxLength={60}
        description={say('providers.field.name.help', { name: typed.name.trim() || '…' })}
      />
      {!provider && (
        <>
          <TextInput
            {...field('key', 'key')}
            {...must}
            maxLength={40}
            pattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
            autoCapitalize="none"
            spellCheck={false}
            description={say('providers.field.key.help')}
          />
          <div>
            <p className="field-name">{say('providers.callback')}</p>
            <div className="provider-callback">
              <code className="long">{callback}</code>
              {typed.key && <CopyButton text={callback} />}
            </div>
            <p className="hint">{say('providers.callback.help')}</p>
          </div>
          {typed.choice === 'microsoft' && (
            <TextInput
              size="md"
              name="directory"
              label={say('providers.field.directory')}
              description={say('providers.field.directory.help')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...must}
              autoComplete="off"
              spellCheck={false}
              error={problemOf('directory')}
              value={typed.directory}
              onChange={(event) => change(filledForDirectory(event.currentTarget.value))}
            />
          )}
          <TextInput
            {...field('issuer', 'issuer')}
            {...must}
            type="url"
            maxLength={500}
            spellCheck={false}
            description={say('providers.field.issuer.help')}
          />
        </>
      )}
      <TextInput {...field('clientId', 'client_id')} {...must} maxLength={255} spellCheck={false} />
      <PasswordInput
        size="md"
        name="client_secret"
        label={say('providers.field.clientSecret')}
        description={say(provider ? 'providers.field.clientSecret.keep' : 'providers.field.clientSecret.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={!provider}
        withAsterisk={false}
        autoComplete="off"
        error={problemOf('client_secret')}
        aria-invalid={Boolean(problemOf('client_secret'))}
        value={secret}
        onChange={(event) => onSecret(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': say('advice.show'), tabIndex: 0 }}
      />
      <TextInput {...field('scopes', 'scopes')} spellCheck={false} description={say('providers.field.scopes.help')} />
      <Checkbox
        checked={typed.links}
        onChange={(event) => change({ links: event.currentTarget.checked })}
        label={say('providers.field.linking')}
        description={say('providers.field.linking.help')}
      />
      {typed.links && (
        <TextInput
          {...field('domains', 'domains')}
          {...must}
          spellCheck={false}
          autoCapitalize="none"
          description={say('providers.field.domains.help')}
        />
      )}
    </>
  );
}
