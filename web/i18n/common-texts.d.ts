/** Made by `split-languages` in `vite.config.ts`. */
declare module 'virtual:common-texts?hr' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module 'virtual:common-texts?en' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
