/** The environment of the tests, for programs that need a path, a home or a proxy. */
export const surroundings = (): Record<string, string | undefined> => ({ ...process.env });
