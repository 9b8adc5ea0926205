/** File names made by `opaqueId`: unguessable, so that logos do not reveal which tenants or applications exist. */
const FILE = /^([\w-]{22})\.png$/;

/** Where logos of one kind are served. */
export const logoAddresses = (folder: `/uploads/${string}/`) => ({
  path: `${folder}:file`,
  /** The address of a logo; `null` without one. */
  urlOf: (name: string | null): string | null => (name === null ? null : `${folder}${name}.png`),
  /** The logo's name in a file name; `undefined` for file names that the service does not generate. */
  nameOf: (file: string): string | undefined => FILE.exec(file)?.[1],
});

export const tenantLogos = logoAddresses('/uploads/logos/');
