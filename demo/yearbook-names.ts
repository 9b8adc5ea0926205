/** Clubs of the demo federation: invented, like everybody in them. */
export const CLUBS = [
  { name: 'VK Galeb', town: 'Split', founded: 1921 },
  { name: 'VK Bura', town: 'Senj', founded: 1934 },
  { name: 'VK Škver', town: 'Šibenik', founded: 1926 },
  { name: 'VK Lanterna', town: 'Pula', founded: 1948 },
  { name: 'VK Maestral', town: 'Zadar', founded: 1930 },
  { name: 'VK Čigra', town: 'Rijeka', founded: 1919 },
  { name: 'VK Ćuk', town: 'Biograd na Moru', founded: 1957 },
  { name: 'VK Sveti Vlaho', town: 'Dubrovnik', founded: 1923 },
  { name: 'VK Đerdan', town: 'Korčula', founded: 1963 },
  { name: 'VK Žalo', town: 'Makarska', founded: 1951 },
  { name: 'VK Plima', town: 'Opatija', founded: 1946 },
  { name: 'VK Kormoran', town: 'Trogir', founded: 1972 },
] as const;

/** Boats over 2000 metres: who sits in them and the usual time of women and men, in seconds. */
export const BOATS = [
  { name: 'Samac (1x)', crew: 1, usual: [458, 412] },
  { name: 'Dvojac na pariće (2x)', crew: 2, usual: [424, 382] },
  { name: 'Dvojac bez kormilara (2–)', crew: 2, usual: [438, 394] },
  { name: 'Četverac na pariće (4x)', crew: 4, usual: [392, 352] },
  { name: 'Četverac bez kormilara (4–)', crew: 4, usual: [402, 360] },
  { name: 'Osmerac s kormilarom (8+)', crew: 8, usual: [374, 334] },
] as const;

export const REGATTAS = [
  { name: 'Proljetna regata Jadrana', month: 4, place: 'Biograd na Moru' },
  { name: 'Kup saveza za juniore', month: 5, place: 'Rijeka' },
  { name: 'Prvenstvo saveza', month: 6, place: 'Split' },
  { name: 'Noćna regata Šibenik', month: 7, place: 'Šibenik' },
  { name: 'Regata žena „Zvjezdača”', month: 9, place: 'Pula' },
  { name: 'Daljinska utrka Neretva', month: 10, place: 'Metković' },
] as const;
