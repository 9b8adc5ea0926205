/** The name of a dense row: one line, without picture and address. */
export const DenseName = ({ words }: { words: string }) => (
  <strong className="cut dense-name" dir="auto">
    {words}
  </strong>
);
