/** Realistic people of a federation, none of whom exists yet. */
export const importPerson = (number: number) => ({
  email: `uvoz${number}@klub.example`,
  ime: 'Ivana',
  prezime: `Šarić ${number}`,
  telefon: '+385 98 765 4321',
});

/** A CSV file with `rows` people, numbered from `first`. */
export function importFile(rows: number, first = 1): string {
  const lines = ['email;ime;prezime;telefon'];
  for (let number = first; number < first + rows; number++) lines.push(Object.values(importPerson(number)).join(';'));
  return `${lines.join('\n')}\n`;
}
