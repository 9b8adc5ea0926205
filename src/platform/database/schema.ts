/**
 * Every table by name. Empty on purpose: each room adds its tables by declaration merging (`declare module
 * './schema.ts'`), so that no feature edits this file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge their tables into it
export interface Schema {}
