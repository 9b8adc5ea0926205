/** Tells password managers whose password a form is about. Not `hidden`, since they pass over what is. */
export const UserNameField = ({ email }: { email: string }) => (
  <input
    className="hidden"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);
