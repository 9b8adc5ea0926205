import { logoAddresses } from '../../accounts/tenants/branding-wire.ts';

export const applicationLogos = logoAddresses('/uploads/application-logos/');
