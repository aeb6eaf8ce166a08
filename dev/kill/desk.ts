import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'

/**
 * Staff at work over HTTP while processes die under them: every call is made again until it is answered,
 * with the same Idempotency-Key, as the browser does.
 */
export class Desk {
  readonly #address: string
  #token = ''

  constructor(address: string) {
    this.#address = address
  }

  async signIn(email: string): Promise<void> {
    const answer = await untilAnswered(async () => {
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
  }

  /** Answers status and body of the first reply that is not "busy or restarting". */
  async call(
    path: string,
    body?: object,
    key: string = crypto.randomUUID(),
  ): Promise<{ status: number; body: Reply }> {
    return untilAnswered(async () => {
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
      // Every reply of the operations API is one of these documents.
      return { status: reply.status, body: (await reply.json()) as Reply }
    })
  }

  /** `onArrived`: every byte is there, and nothing has been said of it yet. */
  async upload(content: Buffer, onArrived?: () => void): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const wish = {
      file_name: 'kill.csv',
      content_type: 'text/csv',
      size: content.length,
      sha256,
      category: 'SMAC_INQUIRY',
    }
    const { body } = await this.call('/generate_presigned_url', wish)
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
    return untilAnswered(async () => {
      const reply = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(part) })
      // Arrived before the process died that would have said so.
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
    isThere: (file: TrackedFile) => boolean,
    patienceMs: number,
  ): Promise<TrackedFile> {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const file = await this.file(source_filekey)
      if (isThere(file)) return file
      if (Date.now() > deadline) throw new Error(`stuck: ${JSON.stringify(file)}`)
      await sleep(100)
    }
  }

  async download(source_filekey: string, artifact: string): Promise<Buffer> {
    const { body } = await this.call('/generate_presigned_url', { source_filekey, artifact })
    return untilAnswered(async () => {
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

/** Refused, cut off, busy or restarting: again after a moment, for up to a minute. */
async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
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
