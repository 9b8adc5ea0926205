/** What a caller must do before anything else: choose a new password, or enrol a second factor. */
export type Obligation = 'password-change' | 'enrolment';
