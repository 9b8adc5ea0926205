/** What an application is recognised by, where its name is written beside it. */
export const AppLogo = ({ url }: { url: string | null }) =>
  url && <img src={url} alt="" className="brand-logo app-logo" />;
