import { logoAddresses } from '../tenants/logo-url.ts';

export const applicationLogos = logoAddresses('/uploads/application-logos/');
