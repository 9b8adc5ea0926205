import { logoAddresses } from '../../accounts/tenants/logo-url.ts';

export const applicationLogos = logoAddresses('/uploads/application-logos/');
