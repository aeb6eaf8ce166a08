/** What is known not to hold values of a call. Of PostgreSQL `detail`, `where` and `hint` quote the row. */
const KEPT = [
  'code',
  'status',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
] as const
const MAX_CAUSES = 5

/** PostgreSQL quotes the value that it could not read (22P02 and its like). */
const DATA_EXCEPTION = /^22/

type LoggedError = { type: string; message: string; stack: string } & Partial<
  Record<(typeof KEPT)[number], unknown>
> & { cause?: LoggedError; errors?: LoggedError[] }

/**
 * An error for the log: its class, message, stack and what names its place, not the statement, parameters, request or
 * response that libraries attach.
 */
export function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const kept: Partial<Record<(typeof KEPT)[number], unknown>> = Object.fromEntries(
    KEPT.filter((name) => name in error).map((name) => [name, Reflect.get(error, name)]),
  )
  const message = DATA_EXCEPTION.test(String(kept.code)) ? withoutValue(error.message) : error.message
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...kept,
    ...(causes > 0 && error.cause !== undefined && { cause: loggedError(error.cause, causes - 1) }),
    ...(causes > 0 &&
      error instanceof AggregateError && {
        errors: error.errors.map((each) => loggedError(each, causes - 1)),
      }),
  }
}

const withoutValue = (message: string) => message.replace(/: ".*"$/s, ': "…"')
