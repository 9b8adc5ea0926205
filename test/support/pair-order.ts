/**
 * Whether the known one of a pair comes first: as often as the unknown one, and in no rhythm (Thue–Morse), since what happens every so many
 * calls, as a collection of garbage, would always meet the same one.
 */
export const isKnownFirst = (pair: number): boolean => pair.toString(2).replaceAll('0', '').length % 2 === 0;
