import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'

const PASSWORD = 'Backoffice#2026'
const ATTEMPT_MS = 15_000

/** `status`: 0 when the connection ended without a reply. `at`: when it ended. */
export type SeenReply = { method: string; path: string; status: number; at: number; ms: number }

type Request = { method: string; body?: object | undefined; key?: string; headers?: Record<string, string> }

/**
 * An HTTP client for a system whose processes are being killed. Like the browser, it repeats every call with the same
 * Idempotency-Key until it gets a reply.
 */
export class Driver {
  readonly #address: string
  readonly #onReply: (seen: SeenReply) => void
  #token = ''

  /** `onReply`: called for every attempt. */
  constructor(address: string, onReply: (seen: SeenReply) => void = () => {}) {
    this.#address = address
    this.#onReply = onReply
  }

  /** Returns the token, which later calls send. */
  async signIn(email: string): Promise<string> {
    const reply = await this.provider('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    })
    this.#token = reply.AuthenticationResult?.IdToken ?? ''
    return this.#token
  }

  /** Signs in with the password of an invitation and replaces it. */
  async acceptInvitation(email: string, temporary: string): Promise<void> {
    const { Session } = await this.provider('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: temporary },
    })
    await this.provider('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: PASSWORD },
    })
  }

  /** An operation of the embedded identity provider. */
  async provider(operation: string, input: object): Promise<ProviderReply> {
    return retryUntilReply(async () => {
      const reply = await this.fetch(`${this.#address}/idp/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify({ ClientId: 'embeddedclient00000000001', ...input }),
      })
      if (!reply.ok) throw new Error(`${operation}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as ProviderReply
    })
  }

  /** One attempt. Rejects without a reply. */
  async fetch(url: string, init: RequestInit & { method: string }): Promise<Response> {
    const began = Date.now()
    const seen = (status: number) => {
      const at = Date.now()
      // Replies of a bucket do not count.
      if (!url.startsWith(this.#address)) return
      this.#onReply({ method: init.method, path: new URL(url).pathname, status, at, ms: at - began })
    }
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(ATTEMPT_MS), ...init })
      seen(reply.status)
      return reply
    } catch (error) {
      seen(0)
      throw error
    }
  }

  /** Returns status and body of the first reply below 500. `R`: its resource, which the caller knows. */
  async call<R = FileLinks>(
    path: string,
    body?: object,
    key: string = crypto.randomUUID(),
  ): Promise<{ status: number; body: Reply<R> }> {
    return this.request<R>(`/api/operations${path}`, { method: body ? 'POST' : 'GET', body, key })
  }

  /** Like `call`, for either API. */
  async request<R = FileLinks>(
    path: string,
    { method, body, key = crypto.randomUUID(), headers }: Request,
  ): Promise<{ status: number; body: Reply<R> }> {
    return retryUntilReply(async () => {
      const reply = await this.fetch(`${this.#address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(method !== 'GET' && { 'idempotency-key': key }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (reply.status >= 500) throw new Error(`${path}: ${reply.status}`)
      // Every reply of the APIs has this shape.
      return { status: reply.status, body: (await reply.json()) as Reply<R> }
    })
  }

  /** `onArrived`: called after the last byte, before the upload is registered. */
  async upload(content: Buffer, onArrived?: () => void, category = 'SMAC_INQUIRY'): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const request = {
      file_name: 'kill.csv',
      content_type: 'text/csv',
      size: content.length,
      sha256,
      category,
    }
    const { body } = await this.call('/generate_presigned_url', request)
    const { source_filekey, upload_url, part_urls, part_size = content.length, headers = {} } = body.resource
    const etags: string[] = []
    for (const [index, url] of (part_urls ?? [upload_url ?? '']).entries()) {
      etags.push(await this.#put(url, content.subarray(index * part_size, (index + 1) * part_size), headers))
    }
    onArrived?.()
    await this.call('/smac_file_upload', { source_filekey, etags })
    return source_filekey
  }

  async #put(url: string, part: Buffer, headers: Record<string, string>): Promise<string> {
    return retryUntilReply(async () => {
      const reply = await this.fetch(url, {
        method: 'PUT',
        headers,
        body: new Uint8Array(part),
      })
      // Stored already: the process died before it could reply.
      if (reply.status === 412) return ''
      if (!reply.ok) throw new Error(`upload: ${reply.status}`)
      return reply.headers.get('etag') ?? ''
    })
  }

  async file(source_filekey: string): Promise<TrackedFile> {
    const { body } = await this.call<TrackedFile>(`/file_tracker/specific?source_filekey=${source_filekey}`)
    return body.resource
  }

  async until(
    source_filekey: string,
    isReached: (file: TrackedFile) => boolean,
    timeoutMs: number,
    pollMs = 100,
  ): Promise<TrackedFile> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const file = await this.file(source_filekey)
      if (isReached(file)) return file
      if (Date.now() > deadline) throw new Error(`stuck: ${JSON.stringify(file)}`)
      await sleep(pollMs)
    }
  }

  async download(source_filekey: string, artifact: string): Promise<Buffer> {
    const { body } = await this.call('/generate_presigned_url', { source_filekey, artifact })
    return retryUntilReply(async () => {
      const reply = await this.fetch(body.resource.download_url ?? '', { method: 'GET' })
      if (!reply.ok) throw new Error(`download: ${reply.status}`)
      return Buffer.from(await reply.arrayBuffer())
    })
  }
}

type ProviderReply = { AuthenticationResult?: { IdToken: string }; Session?: string }

type FileLinks = {
  source_filekey: string
  upload_url?: string
  part_urls?: string[]
  part_size?: number
  headers?: Record<string, string>
  download_url?: string
}

/** `current`: the row that a stale write has missed. */
type Reply<R> = { code?: string; resource: R; current?: { version: number } }

export type Version = { id: string; version: number }

/** Retries for up to a minute. */
async function retryUntilReply<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}
