import type { Application } from '../../client/wire-types.ts';
import { CopyButton } from '../components/form/copy-button.tsx';
import '../styles/choices.css';
import { useTexts } from '../i18n/texts.ts';
import { PRODUCTS, type ProductKey, recognisedProduct } from './connections.ts';

/** Addresses of the provider that a product asks for, by the texts that name them. */
const ADDRESSES: Readonly<Record<ProductKey, readonly (readonly [name: AddressName, path: string])[]>> = {
  wordpress: [
    ['authorize', '/oidc/auth'],
    ['userinfo', '/oidc/userinfo'],
    ['token', '/oidc/token'],
    ['logout', '/oidc/logout'],
  ],
  nextcloud: [['discovery', '/oidc/.well-known/openid-configuration']],
  moodle: [
    ['authorize', '/oidc/auth'],
    ['token', '/oidc/token'],
  ],
};

type AddressName = 'authorize' | 'userinfo' | 'token' | 'logout' | 'discovery';

/** What to enter in a known program, step by step. Nothing for others. */
export function Recipe({ application }: { application: Application }) {
  const { say } = useTexts();
  const product = recognisedProduct(application);
  if (product === undefined) return null;
  return (
    <section aria-label={say('applications.recipe', { name: PRODUCTS[product].name })}>
      <strong>{say('applications.recipe', { name: PRODUCTS[product].name })}</strong>
      <ol className="recipe">
        <li>{say(`applications.recipe.${product}.open`)}</li>
        <li>{say('applications.recipe.secret')}</li>
        {ADDRESSES[product].map(([name, path]) => (
          <li key={name}>
            {say(`applications.recipe.${name}`)}
            <div className="recipe-address">
              <code className="long">{`${location.origin}${path}`}</code>
              <CopyButton text={`${location.origin}${path}`} />
            </div>
          </li>
        ))}
        <li>
          {say('applications.recipe.scope')}: <code>{application.scopes.join(' ')}</code>
        </li>
        {product === 'wordpress' && <li>{say('applications.recipe.wordpress.key')}</li>}
        <li>{say('applications.recipe.try')}</li>
      </ol>
    </section>
  );
}
