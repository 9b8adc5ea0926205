/** Made by `split-languages` in `vite.config.ts`. */
declare module 'virtual:texts-of-most-pages?hr' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module 'virtual:texts-of-most-pages?en' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
