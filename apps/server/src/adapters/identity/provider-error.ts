/** The identity provider failed or refused a request. The message is for administrators. */
export class ProviderError extends Error {
  /** The provider would refuse it again, so there is no retry. */
  readonly isFinal: boolean
  /** There was no response. The request may have succeeded, and other requests would also get none. */
  readonly isSilent: boolean
  /** The provider's name of the error. */
  readonly type: string

  constructor(
    message: string,
    options: { isFinal?: boolean; isSilent?: boolean; type?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal ?? false
    this.isSilent = options.isSilent ?? false
    this.type = options.type ?? ''
  }
}

/**
 * The error for the log. Omits messages of the provider, which may quote the user's values; errors without a reply,
 * such as a certificate's, are of this machine.
 */
export function loggedProviderError({ type, message, cause }: ProviderError) {
  const { code, message: reason, $metadata } = (cause ?? {}) as SdkError
  const status = $metadata?.httpStatusCode
  return {
    error_type: type,
    ...(code !== undefined && { error_code: code }),
    ...(status === undefined ? { error_message: reason || message } : { error_status: status }),
  }
}

/** Anything can be thrown; errors of the SDK have a status if the provider replied. */
type SdkError = Partial<NodeJS.ErrnoException> & { $metadata?: { httpStatusCode?: number } }

const NOT_PERMITTED =
  'This system is not permitted to administer users at the identity provider. Check its credentials.'
const OVERLOADED = 'The identity provider is overloaded.'

const TEMPORARY: Readonly<Record<string, string>> = {
  AccessDeniedException: NOT_PERMITTED,
  UnrecognizedClientException: NOT_PERMITTED,
  InvalidSignatureException: NOT_PERMITTED,
  ExpiredTokenException: NOT_PERMITTED,
  CredentialsProviderError: NOT_PERMITTED,
  ResourceNotFoundException: 'The identity provider does not have the configured user pool.',
  LimitExceededException: OVERLOADED,
  TooManyRequestsException: OVERLOADED,
  ThrottlingException: OVERLOADED,
  CodeDeliveryFailureException: 'The identity provider could not send the message to the user.',
  ConcurrentModificationException: 'The user was changed at the identity provider at the same time.',
}

const FINAL: Readonly<Record<string, (message: string) => string>> = {
  UserNotFoundException: () =>
    'The identity provider has no account of this user. Send the invitation again.',
  AliasExistsException: () => 'The identity provider has another account with this email.',
  InvalidParameterException: (message) => `The identity provider refuses a value: ${message}`,
  InvalidPasswordException: (message) => `The identity provider refuses the password: ${message}`,
  UnsupportedUserStateException: (message) => `The identity provider refuses this: ${message}`,
  NotAuthorizedException: (message) => `The identity provider refuses this: ${message}`,
}

const MAX_LENGTH = 300

/** `error`: thrown by the SDK. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { name = '', message = '', $metadata } = error as SdkError
  const refusal = Object.hasOwn(FINAL, name) ? FINAL[name] : undefined
  if (refusal) {
    return new ProviderError(refusal(message).slice(0, MAX_LENGTH), {
      isFinal: true,
      type: name,
      cause: error,
    })
  }
  const words = Object.hasOwn(TEMPORARY, name) ? TEMPORARY[name] : undefined
  if (words) return new ProviderError(words, { type: name, cause: error })
  const status = $metadata?.httpStatusCode
  const isSilent = status === undefined
  const text = isSilent
    ? 'The identity provider cannot be reached.'
    : `The identity provider reports an error: ${name} (${status}).`
  return new ProviderError(text.slice(0, MAX_LENGTH), { isSilent, type: name, cause: error })
}
