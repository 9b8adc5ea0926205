/** What rooms contribute to the work of another, by kind. The room that gathers a kind merges its type into this one. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge theirs
export interface Contributions {}
