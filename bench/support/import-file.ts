/** People as a federation would have them, none of whom is there yet. */
export const importPerson = (number: number) => ({
  email: `uvoz${number}@klub.example`,
  ime: 'Ivana',
  prezime: `Šarić ${number}`,
  telefon: '+385 98 765 4321',
});

export function importFile(rows: number): string {
  const lines = ['email;ime;prezime;telefon'];
  for (let number = 1; number <= rows; number++) lines.push(Object.values(importPerson(number)).join(';'));
  return `${lines.join('\n')}\n`;
}
