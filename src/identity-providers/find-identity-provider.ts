import type { Db, Tx } from '../database/database.ts';
import type { IdentityProvider } from './identity-provider.ts';
import * as store from './identity-providers-store.ts';

export const findIdentityProvider = (db: Db, key: string): Promise<IdentityProvider | undefined> =>
  store.findProvider(db, 'key', key);

export const findProviderOfIssuer = (db: Db, issuer: string): Promise<IdentityProvider | undefined> =>
  store.findProvider(db, 'issuer', issuer);

/** By name. */
export const listIdentityProviders = (db: Db): Promise<IdentityProvider[]> => store.listProviders(db);

/** Keeps the provider of an issuer as it is until the transaction ends; whoever adds a link holds it. */
export const holdProviderOfIssuer = (tx: Tx, issuer: string): Promise<IdentityProvider | undefined> =>
  store.holdProvider(tx, issuer);
