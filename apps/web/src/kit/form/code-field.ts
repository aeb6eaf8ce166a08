/** The code of an authenticator app, a mail or an SMS. */
export const CODE_FIELD = {
  label: 'Code',
  rules: 'required|digits:6',
  messages: { required: 'Confirmation code cannot be empty', digits: 'A code has 6 digits' },
  verbatim: true,
} as const
