/**
 * Every table by name. Empty here on purpose: each room adds the tables it owns by declaration merging
 * (`declare module '../database/schema.ts'`), so that no file is edited by every feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge their tables into it
export interface Schema {}
