/** Code from an authenticator app, an email or an SMS. */
export const CODE_FIELD = {
  label: 'Code',
  // Not `digits`: its message is about a value that is too large.
  rules: { required: true, regex: /^[0-9]{6}$/ },
  messages: { required: 'Confirmation code cannot be empty' },
  verbatim: true,
} as const

export const CODE_HINT = '6 digits'
