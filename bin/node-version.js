/**
 * Whether one version of Node.js (`v26.10.0`) is newer than another. A pre-release, or what is no version, never is.
 * @param {string} version
 * @param {string} than
 */
export function isNewer(version, than) {
  const [one, other] = [numbersOf(version), numbersOf(than)];
  if (one === undefined || other === undefined) return false;
  const place = one.findIndex((number, index) => number !== other[index]);
  return place !== -1 && Number(one[place]) > Number(other[place]);
}

/** @param {string} version */
const numbersOf = (version) => /^v(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
