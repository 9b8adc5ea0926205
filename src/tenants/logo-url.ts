const FOLDER_URL = '/uploads/logos/';
/** File names made by `opaqueId`: unguessable, so that logos do not reveal which tenants exist. */
const FILE = /^([\w-]{22})\.png$/;

export const LOGO_PATH = `${FOLDER_URL}:file`;

export const logoUrl = (name: string): string => `${FOLDER_URL}${name}.png`;

/** The name of a logo by its file; `undefined` for any that the service does not generate. */
export const logoOfFile = (file: string): string | undefined => FILE.exec(file)?.[1];
