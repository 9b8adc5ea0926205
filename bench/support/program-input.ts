/** What the benchmark passed to this program. */
export const programInput = <Input>(): Input => JSON.parse(process.argv[2] ?? '{}') as Input;

/** The one line that the benchmark reads. */
export const printAnswer = (answer: object): boolean => process.stdout.write(`${JSON.stringify(answer)}\n`);
