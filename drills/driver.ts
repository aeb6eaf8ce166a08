import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/files'
import type { SeenReply } from './replies.ts'

const CONTENT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const PASSWORD = 'Backoffice#2026'
const ATTEMPT_MS = 15_000
const RETRY_MS = 60_000
/** High-risk calls need a sign-in of the last ten minutes. */
const RECENT_MS = 8 * 60_000

type Request = { method: string; body?: object | undefined; key?: string; headers?: Record<string, string> }

/**
 * An HTTP client for a system whose processes are being killed. It alternates between the web processes and, like the
 * browser, repeats every call with the same Idempotency-Key until it gets a reply.
 */
export class Driver {
  readonly #addresses: readonly string[]
  readonly #onReply: (seen: SeenReply) => void
  #turn = 0
  #signedInAtMs = 0
  token = ''

  /** `onReply`: called for every attempt. */
  constructor(addresses: readonly string[], onReply: (seen: SeenReply) => void = () => {}) {
    this.#addresses = addresses
    this.#onReply = onReply
  }

  /** A driver that is signed in as a demo user. */
  static async as(user: string, ...args: ConstructorParameters<typeof Driver>): Promise<Driver> {
    const driver = new Driver(...args)
    await driver.signIn(`${user}@backoffice.test`)
    return driver
  }

  async signIn(email: string): Promise<void> {
    this.#signedInAtMs = Date.now()
    const { AuthenticationResult } = await this.#sendPassword(email, PASSWORD)
    this.token = AuthenticationResult?.IdToken ?? ''
  }

  /** Signs in again unless the sign-in is recent. */
  async keepRecent(email: string): Promise<void> {
    if (Date.now() - this.#signedInAtMs > RECENT_MS) await this.signIn(email)
  }

  /** Signs in with the password of an invitation and replaces it. */
  async acceptInvitation(email: string, temporary: string): Promise<void> {
    const { Session } = await this.#sendPassword(email, temporary)
    await this.#provider('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: PASSWORD },
    })
  }

  #sendPassword(email: string, password: string): Promise<ProviderReply> {
    const AuthParameters = { USERNAME: email, PASSWORD: password }
    return this.#provider('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  }

  /** An operation of the embedded identity provider. */
  #provider(operation: string, input: object): Promise<ProviderReply> {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    }
    const body = JSON.stringify({ ClientId: 'embeddedclient00000000001', ...input })
    return retryUntilReply(async () => {
      const reply = await this.#fetch('/idp/', { method: 'POST', headers, body })
      if (!reply.ok) throw new Error(`${operation}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as ProviderReply
    })
  }

  /** One attempt, at the next process or at the complete address of a link. Rejects without a reply. */
  async #fetch(path: string, init: RequestInit & { method: string }): Promise<Response> {
    const own = this.#addresses[this.#turn++ % this.#addresses.length]
    const url = new URL(path, own)
    const began = Date.now()
    const seen = (status: number) => {
      const at = Date.now()
      // Replies of a bucket do not count.
      if (this.#addresses.includes(url.origin))
        this.#onReply({ method: init.method, path: url.pathname, status, at, ms: at - began })
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

  /** An operations call; without a body a read. `R`: the resource of the reply, which the caller knows. */
  call<R = FileLinks>(path: string, body?: object): Promise<Reply<R>> {
    return this.request<R>(`/api/operations${path}`, { method: body ? 'POST' : 'GET', body })
  }

  /** Returns status and body of the first reply below 500, of either API. */
  request<R = FileLinks>(path: string, { method, body, headers }: Request): Promise<Reply<R>> {
    const all = {
      authorization: `Bearer ${this.token}`,
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    }
    return retryUntilReply(async () => {
      const reply = await this.#fetch(path, {
        method,
        headers: all,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (reply.status >= 500) throw new Error(`${path}: ${reply.status}`)
      // Every reply of the APIs has this shape.
      return { status: reply.status, body: (await reply.json()) as Reply<R>['body'] }
    })
  }

  /** Like `call`; throws if the status differs from the expected one. */
  async expect<R = FileLinks>(status: number, path: string, body?: object): Promise<Reply<R>['body']> {
    const reply = await this.call<R>(path, body)
    if (reply.status === status) return reply.body
    throw new Error(`${path} replied ${reply.status}: ${JSON.stringify(reply.body)}`)
  }

  /** `onArrived`: called after the last byte, before the upload is registered. */
  async upload(
    content: Buffer,
    category = 'SMAC_INQUIRY',
    { format = 'csv', onArrived }: { format?: 'csv' | 'xlsx'; onArrived?: () => void } = {},
  ): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const size = content.length
    const file = { file_name: `kill.${format}`, content_type: CONTENT_TYPES[format], size, sha256, category }
    const { body } = await this.call('/generate_presigned_url', file)
    const { source_filekey, upload_url, part_urls, part_size = content.length, headers = {} } = body.resource
    const etags: string[] = []
    for (const [index, url] of (part_urls ?? [upload_url ?? '']).entries()) {
      const part = new Uint8Array(content.subarray(index * part_size, (index + 1) * part_size))
      const put = async () => {
        const reply = await this.#fetch(url, { method: 'PUT', headers, body: part })
        // Already stored by an attempt whose process died before it could reply.
        if (reply.status === 412) return ''
        if (!reply.ok) throw new Error(`upload: ${reply.status}`)
        return reply.headers.get('etag') ?? ''
      }
      etags.push(await retryUntilReply(put))
    }
    onArrived?.()
    await this.call('/smac_file_upload', { source_filekey, etags })
    return source_filekey
  }

  /** Polls the file until it is as expected. */
  async until(
    source_filekey: string,
    isReached: (file: TrackedFile) => boolean,
    { timeoutMs = 180_000, pollMs = 100 } = {},
  ): Promise<TrackedFile> {
    const path = `/file_tracker/specific?source_filekey=${source_filekey}`
    for (const deadline = Date.now() + timeoutMs; ; await sleep(pollMs)) {
      const { resource } = (await this.call<TrackedFile>(path)).body
      if (isReached(resource)) return resource
      if (Date.now() > deadline) throw new Error(`stuck: ${JSON.stringify(resource)}`)
    }
  }

  async download(source_filekey: string, artifact = 'result'): Promise<Buffer> {
    const { body } = await this.call('/generate_presigned_url', { source_filekey, artifact })
    return retryUntilReply(async () => {
      const reply = await this.#fetch(body.resource.download_url ?? '', { method: 'GET' })
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
type Reply<R> = { status: number; body: { code?: string; resource: R; current?: { version: number } } }

export type Version = { id: string; version: number }

/** Repeats an attempt that rejects while a process is restarting. */
export async function retryUntilReply<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}
