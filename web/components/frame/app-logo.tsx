/** The logo of an application, shown beside its name. */
export const AppLogo = ({ url }: { url: string | null }) =>
  url && <img src={url} alt="" className="brand-logo app-logo" />;
