/** Ends a program on a Node.js that is too old to run it, with a way out. Import this first. */
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  console.error(
    `Node.js ${process.versions.node} is too old. Use npm's: "npm start", "npm run iskaznica --", or node_modules/.bin/node in place of node.`,
  );
  process.exit(1);
}
