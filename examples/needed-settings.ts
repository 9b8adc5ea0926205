/** @throws Error for a setting that is missing */
export function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}`);
  return value;
}
