/** People as a federation would have them, none of whom is there yet. */
export const importPerson = (number: number) => ({
  email: `uvoz${number}@klub.example`,
  ime: 'Ivana',
  prezime: `Šarić ${number}`,
  telefon: '+385 98 765 4321',
});

/** So many people, beginning with that number. */
export function importFile(rows: number, first = 1): string {
  const lines = ['email;ime;prezime;telefon'];
  for (let number = first; number < first + rows; number++) lines.push(Object.values(importPerson(number)).join(';'));
  return `${lines.join('\n')}\n`;
}
