/** Whether one version of Node.js (`v26.10.0`) is newer than another. A pre-release, or what is no version, never is. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (one === undefined || other === undefined) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place !== -1 && (one[place] as number) > (other[place] as number);
}

const numbersOf = (version: string): number[] | undefined =>
  /^v(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
