import { useState } from 'react';
import mark from '../../styles/iskaznica.svg?inline'; // a request less on every page

/** A tenant's logo, or the service's own mark: also where the logo is gone meanwhile. The name beside it says whose it is. */
export function BrandMark({ logo }: { logo: string | null | undefined }) {
  const [gone, setGone] = useState<string>();
  if (!logo || logo === gone) return <img src={mark} alt="" />;
  return <img src={logo} alt="" className="brand-logo" onError={() => setGone(logo)} />;
}
