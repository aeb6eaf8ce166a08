import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { StorageUnavailable } from './storage.ts'

/** Limit of a call without a body, including the SDK's retries, because a user or a health check waits for it. */
const CONTROL_TIMEOUT_MS = 10_000
const STREAMED = [GetObjectCommand, PutObjectCommand, UploadPartCommand]

/** Credentials come from the chain of the SDK: environment, profile, or the role of the container or machine. */
export function createClient(
  region: string,
  endpoint: string | null,
  { controlTimeoutMs = CONTROL_TIMEOUT_MS }: { controlTimeoutMs?: number } = {},
): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Other servers reject the trailing checksums of streamed bodies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
  // Measures calls including the SDK's retries.
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw isAway(error) ? new StorageUnavailable(error) : error
      }),
    { step: 'initialize', name: 'unavailable' },
  )
  return limitControlCalls(client, controlTimeoutMs)
}

type Send = (command: object, options?: object) => Promise<unknown>

/** Ends calls that stream no body after the timeout. Bodies have the limits of their sockets. */
function limitControlCalls(client: S3Client, timeoutMs: number): S3Client {
  const send = client.send.bind(client) as Send
  const sendLimited: Send = (command, options) => {
    if (STREAMED.some((kind) => command instanceof kind)) return send(command, options)
    const abortSignal = AbortSignal.timeout(timeoutMs)
    // Also raced, because the SDK does not pass the signal to what looks up credentials.
    const expired = new Promise((_resolve, reject) => {
      const silent = new Error(`The bucket did not respond within ${timeoutMs / 1_000} seconds.`)
      abortSignal.addEventListener('abort', () => reject(new StorageUnavailable(silent)))
    })
    return Promise.race([send(command, { ...options, abortSignal }), expired])
  }
  // Callers, among them the SDK's own uploads and pages, use only the overload that returns a promise.
  client.send = sendLimited as S3Client['send']
  return client
}

const CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

/**
 * True for no reply, a 5xx, and a bucket that is missing, elsewhere or refuses this process, which an operator repairs.
 * False for a failed input stream.
 */
function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0
    return status >= 500 || status === 301 || status === 403 || error.name === 'NoSuchBucket'
  }
  const { code = '', name = '' } = error as { code?: unknown; name?: unknown }
  return (
    CONNECTION.test(String(code)) ||
    CERTIFICATE.test(String(code)) ||
    /^(TimeoutError|CredentialsProviderError)$/.test(String(name))
  )
}
