import { isChunkFailure } from '../builds/chunk-failure.ts'

/** What the identity provider says, in words for staff. It is told apart by name; its texts only where the name is shared. */
export function signInWords(error: unknown): string {
  if (isChunkFailure(error)) return error.message
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'NotAuthorizedException') {
    if (message.startsWith('Password attempts exceeded'))
      return 'Too many wrong passwords. Wait a few minutes, then try again.'
    if (message.startsWith('User is disabled'))
      return 'This account is disabled. Ask an access administrator to enable it.'
    if (message.startsWith('Temporary password has expired'))
      return 'The temporary password has expired. Ask an access administrator for a new one.'
    if (message.startsWith('Invalid session'))
      return 'That took too long. Sign in again with the temporary password.'
    return 'Incorrect email or password.'
  }
  if (name === 'UserNotFoundException') return 'Incorrect email or password.'
  if (name === 'InvalidPasswordException') return 'The password does not meet the rules below.'
  if (name === 'PasswordHistoryPolicyViolationException')
    return 'This password was used before. Choose another.'
  if (name === 'LimitExceededException' || name === 'TooManyRequestsException')
    return 'Too many tries. Wait a few minutes, then try again.'
  if (name === 'NetworkError') return 'The server cannot be reached. Check the connection and try again.'
  if (name === 'Failure') return message
  return 'Signing in did not work. Try again in a moment.'
}

/** The challenge lives a few minutes and in this page only: after that one starts over. */
export function challengeLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'SignInException' ||
    error.name === 'ExpiredCodeException' ||
    (error.name === 'NotAuthorizedException' && error.message.startsWith('Invalid session'))
  )
}
