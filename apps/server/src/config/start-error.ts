/** A failed start, with a message for the operator. If `mayPass`, waiting may help. */
export class StartError extends Error {
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.mayPass = mayPass
  }
}

const CONNECTION_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
}

/** The cause in plain words; for a host with several addresses, that of the first. */
export function describeStartError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeStartError(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  return CONNECTION_PROBLEMS[code ?? ''] ?? error.message
}

/**
 * Until the returned function is called, an unhandled error ends the process with a plain message on standard error,
 * or with its stack if the cause is unknown.
 */
export function explainFailedStart(): () => void {
  const explain = (error: unknown) => {
    process.stderr.write(`${startFailureMessage(error)}\n`)
    process.exit(1)
  }
  process.once('uncaughtException', explain)
  return () => void process.off('uncaughtException', explain)
}

function startFailureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StartError) return error.message
  return describeListenError(error, { host: 'HOST', port: 'PORT' }) ?? error.stack ?? error.message
}

/** The message if a server cannot listen. `variables` are those that set its address. */
export function describeListenError(
  error: Error,
  { host, port }: { host: string; port: string },
): string | undefined {
  const failed: NodeJS.ErrnoException & { address?: string; port?: number } = error
  if (failed.syscall !== 'listen') return
  const place = `${failed.address}:${failed.port}`
  if (failed.code === 'EADDRINUSE') return `Another program uses ${place}: set ${port} to a free port.`
  if (failed.code === 'EACCES')
    return `This account may not listen at ${place}: set ${port} to one above 1023.`
  if (failed.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${failed.address}: set ${host} to one that it has.`
}
