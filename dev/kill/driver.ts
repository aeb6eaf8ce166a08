import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'

/**
 * An HTTP client for a system whose processes are being killed: repeats every call with the same
 * Idempotency-Key until it is answered, as the browser does.
 */
export class Driver {
  readonly #address: string
  #token = ''

  constructor(address: string) {
    this.#address = address
  }

  /** The token, which later calls have. */
  async signIn(email: string): Promise<string> {
    const answer = await retryUntilAnswered(async () => {
      const reply = await fetch(`${this.#address}/idp/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        body: JSON.stringify({
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: 'embeddedclient00000000001',
          AuthParameters: { USERNAME: email, PASSWORD: 'Backoffice#2026' },
        }),
      })
      if (!reply.ok) throw new Error(`sign-in: ${reply.status}`)
      return (await reply.json()) as { AuthenticationResult: { IdToken: string } }
    })
    this.#token = answer.AuthenticationResult.IdToken
    return this.#token
  }

  /** Status and body of the first reply below 500. */
  async call(
    path: string,
    body?: object,
    key: string = crypto.randomUUID(),
  ): Promise<{ status: number; body: Reply }> {
    return retryUntilAnswered(async () => {
      const reply = await fetch(`${this.#address}/api/operations${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      })
      if (reply.status >= 500) throw new Error(`${path}: ${reply.status}`)
      // Every reply of the operations API has this shape.
      return { status: reply.status, body: (await reply.json()) as Reply }
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
    return retryUntilAnswered(async () => {
      const reply = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(part) })
      // Stored already: the process died before it could reply.
      if (reply.status === 412) return ''
      if (!reply.ok) throw new Error(`upload: ${reply.status}`)
      return reply.headers.get('etag') ?? ''
    })
  }

  async file(source_filekey: string): Promise<TrackedFile> {
    const { body } = await this.call(`/file_tracker/specific?source_filekey=${source_filekey}`)
    return body.resource as unknown as TrackedFile
  }

  async until(
    source_filekey: string,
    isReached: (file: TrackedFile) => boolean,
    timeoutMs: number,
  ): Promise<TrackedFile> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const file = await this.file(source_filekey)
      if (isReached(file)) return file
      if (Date.now() > deadline) throw new Error(`stuck: ${JSON.stringify(file)}`)
      await sleep(100)
    }
  }

  async download(source_filekey: string, artifact: string): Promise<Buffer> {
    const { body } = await this.call('/generate_presigned_url', { source_filekey, artifact })
    return retryUntilAnswered(async () => {
      const reply = await fetch(body.resource.download_url ?? '')
      if (!reply.ok) throw new Error(`download: ${reply.status}`)
      return Buffer.from(await reply.arrayBuffer())
    })
  }
}

type Reply = {
  code?: string
  resource: {
    source_filekey: string
    upload_url?: string
    part_urls?: string[]
    part_size?: number
    headers?: Record<string, string>
    download_url?: string
  }
}

/** Retries for up to a minute. */
async function retryUntilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
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
