import mark from '../../styles/iskaznica.svg';

/** A tenant's logo, or the service's own mark. The name beside it says whose it is. */
export const BrandMark = ({ logo }: { logo: string | null | undefined }) =>
  logo ? <img src={logo} alt="" className="brand-logo" /> : <img src={mark} alt="" />;
