/** The code that an authenticator shows, or that was sent. */
export const CODE_FIELD = {
  label: 'Code',
  rules: 'required|digits:6',
  messages: { required: 'Confirmation code cannot be empty', digits: 'A code has 6 digits' },
  verbatim: true,
} as const
