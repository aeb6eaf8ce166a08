/** An expected error of the protocol: HTTP 400 with the type that the libraries know. */
export class IdentityError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** The key does not decrypt the secrets of this database. */
export class WrongKeyError extends Error {}

const as = (type: string) => (message: string) => new IdentityError(type, message)

export const invalidParameter = as('InvalidParameterException')
export const notAuthorized = as('NotAuthorizedException')
export const resourceNotFound = as('ResourceNotFoundException')
export const invalidPassword = as('InvalidPasswordException')

/** Not NotAuthorized, because the browser library would clear its tokens. */
export const recentSignInRequired = () =>
  new IdentityError('ForbiddenException', 'A sign-in of the last 10 minutes is required.')

// The messages are part of the protocol and must be the same wherever they are thrown.
export const wrongCredentials = () => notAuthorized('Incorrect username or password.')
export const tooManyPasswordAttempts = () => notAuthorized('Password attempts exceeded')
/** Not LimitExceeded, because the browser library would repeat the request, whose password proof is consumed. */
export const tooManySignInCodes = () => notAuthorized('Attempt limit exceeded, please try after some time.')
export const userIsDisabled = () => notAuthorized('User is disabled.')
export const sessionExpired = () => notAuthorized('Invalid session for the user, session is expired.')
export const sessionUsed = () => notAuthorized('Invalid session for the user, session can only be used once.')
export const userNotFound = () => new IdentityError('UserNotFoundException', 'User does not exist.')
export const resetRequired = () =>
  new IdentityError('PasswordResetRequiredException', 'Password reset required for the user')
export const codeMismatch = () =>
  new IdentityError('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const codeExpired = () =>
  new IdentityError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
export const wrongTotpCode = () =>
  new IdentityError('CodeMismatchException', 'Invalid code received for user')
export const wrongSmsCode = () =>
  new IdentityError('CodeMismatchException', 'Invalid code or auth state for the user.')
export const totpCodeUsed = () =>
  new IdentityError('ExpiredCodeException', 'Your software token has already been used once.')
export const codeDoesNotEnable = () =>
  new IdentityError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA')
export const noSoftwareToken = () =>
  new IdentityError('SoftwareTokenMFANotFoundException', 'Software Token MFA does not exist for the user.')
export const poolWithoutMfa = () =>
  new IdentityError(
    'SoftwareTokenMFANotFoundException',
    'Software Token MFA has not been enabled by the userPool',
  )
export const mfaMethodNotFound = () =>
  new IdentityError('MFAMethodNotFoundException', 'No MFA method of the user can be used')
export const limitExceeded = () =>
  new IdentityError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
export const tooManyRequests = () => new IdentityError('TooManyRequestsException', 'Too many requests')
