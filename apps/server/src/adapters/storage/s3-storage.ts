import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Bucket } from '../../config/config.ts'
import { contentDisposition, contentTypeOf } from './object-keys.ts'
import { createClient } from './s3-client.ts'
import {
  type ByteRange,
  partCount,
  partSize,
  type Storage,
  StorageUnavailable,
  type UploadTerms,
} from './storage.ts'

/** Smallest part size of S3; two parts in flight bound the memory of a write. */
const WRITE_PART_BYTES = 5 * 1024 ** 2
const WRITE_PARTS_AT_ONCE = 2
const REMOVALS_AT_ONCE = 8
/** The bucket may have objects of other systems. */
const OWN_KEY = /^(uploads|results|reports|chunks)\//

/** Errors of uploads with missing or wrong parts, or that were completed or aborted. */
const INCOMPLETE =
  /^(InvalidPart|InvalidPartOrder|EntityTooSmall|NoSuchUpload|NoSuchKey|NotFound|MalformedXML)$/

/**
 * Objects in a bucket. Every upload is multipart, even of a single part. Its links stop working once it is completed,
 * so a registered upload cannot be replaced.
 */
export class S3Storage implements Storage {
  readonly browserOrigin: string
  readonly #bucket: string
  readonly #client: S3Client
  /** Signs for the endpoint that browsers use. */
  readonly #signer: S3Client

  constructor(
    { name, region, endpoint, browserEndpoint }: Bucket,
    options: { controlTimeoutMs?: number } = {},
  ) {
    this.#bucket = name
    this.#client = createClient(region, endpoint, options)
    this.#signer = browserEndpoint === endpoint ? this.#client : createClient(region, browserEndpoint)
    this.browserOrigin =
      browserEndpoint === null
        ? `https://${name}.s3.${region}.amazonaws.com`
        : new URL(browserEndpoint).origin
  }

  async signUpload(key: string, terms: UploadTerms) {
    const uploadId = terms.uploadId ?? (await this.#startUpload(key, terms))
    const urls = Array.from({ length: partCount(terms) }, (_, index) =>
      this.#signPart(key, uploadId, index + 1, terms),
    )
    return { urls: await Promise.all(urls), headers: { 'content-type': terms.contentType }, uploadId }
  }

  async #startUpload(key: string, { contentType }: UploadTerms) {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...this.#object(key), ContentType: contentType }),
    )
    if (!UploadId) throw new Error('The bucket started an upload without naming it.')
    return UploadId
  }

  #signPart(key: string, uploadId: string, part: number, terms: UploadTerms) {
    const command = new UploadPartCommand({
      ...this.#object(key),
      UploadId: uploadId,
      PartNumber: part,
      ContentLength: partSize(terms, part),
    })
    // Parts have no type; signing one restricts a stolen link further.
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['content-type'] = terms.contentType
        return next(args)
      },
      { step: 'build', name: 'typeOfPart' },
    )
    return getSignedUrl(this.#signer, command, {
      expiresIn: secondsUntil(terms.expiresAt),
      signableHeaders: new Set(['content-length', 'content-type']),
    })
  }

  async completeUpload(key: string, terms: UploadTerms, etags: readonly string[]) {
    if ((await this.size(key)) !== null) return true
    if (terms.uploadId === null) return false
    try {
      const parts = etags.length === 0 ? await this.#storedParts(key, terms.uploadId) : etags
      if (parts.length !== partCount(terms)) return false
      const Parts = parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      await this.#client.send(
        new CompleteMultipartUploadCommand({
          ...this.#object(key),
          UploadId: terms.uploadId,
          MultipartUpload: { Parts },
        }),
      )
      return true
    } catch (error) {
      if (!isNamed(error, INCOMPLETE)) throw error
      // A concurrent call may have completed it.
      return (await this.size(key)) !== null
    }
  }

  /** ETags of the stored parts, by their numbers. */
  async #storedParts(key: string, uploadId: string) {
    const { Parts = [] } = await this.#client.send(
      new ListPartsCommand({ ...this.#object(key), UploadId: uploadId }),
    )
    return Parts.map(({ ETag = '' }) => ETag)
  }

  async abortUpload(key: string, uploadId: string | null) {
    if (uploadId === null) return
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#object(key), UploadId: uploadId }))
      .catch(ifMissing(undefined))
  }

  async signDownload(key: string, { fileName, expiresAt }: { fileName: string; expiresAt: Date }) {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ResponseContentDisposition: contentDisposition(fileName),
      ResponseContentType: contentTypeOf(fileName),
      ResponseCacheControl: 'private, no-store',
    })
    return getSignedUrl(this.#signer, command, { expiresIn: secondsUntil(expiresAt) })
  }

  async check() {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })).catch((error: unknown) => {
      throw explained(error, this.#bucket)
    })
  }

  async size(key: string) {
    const found = await this.#client.send(new HeadObjectCommand(this.#object(key))).catch(ifMissing(null))
    return found && (found.ContentLength ?? 0)
  }

  async *read(key: string, range: ByteRange | null = null) {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#object(key), ...part }))
    // In Node the body is always a Readable.
    yield* Body as Readable
  }

  async write(key: string, content: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    let bytes = 0
    let failure: { reason: unknown } | undefined
    async function* counted() {
      try {
        for await (const chunk of content) {
          hash.update(chunk)
          bytes += chunk.byteLength
          // Copied, because the next block may reuse the memory before the part is sent.
          yield Buffer.from(chunk)
        }
      } catch (reason) {
        failure = { reason }
        throw reason
      }
    }
    const upload = new Upload({
      client: this.#client,
      params: {
        ...this.#object(key),
        Body: Readable.from(counted(), { objectMode: false }),
        ContentType: contentTypeOf(key),
      },
      partSize: WRITE_PART_BYTES,
      queueSize: WRITE_PARTS_AT_ONCE,
    })
    await upload.done().catch((error: unknown) => {
      // A failed abort would hide the original error.
      throw failure ? failure.reason : error
    })
    return { bytes, sha256: hash.digest('hex') }
  }

  async remove(key: string) {
    if (!key.endsWith('/')) return this.#removeObject(key)
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: key })
    for await (const { Contents = [] } of pages) {
      const keys = Contents.flatMap(({ Key }) => Key ?? [])
      // One by one, because a bulk removal needs a checksum that not every S3 server accepts.
      while (keys.length > 0)
        await Promise.all(keys.splice(0, REMOVALS_AT_ONCE).map((each) => this.#removeObject(each)))
    }
  }

  async #removeObject(key: string) {
    await this.#client.send(new DeleteObjectCommand(this.#object(key))).catch(ifMissing(undefined))
  }

  /** Removes uploads that were started before and neither completed nor aborted. */
  async removePartialWrites(before: Date) {
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
    while (marker) {
      const page: Awaited<ReturnType<typeof this.listUploads>> = await this.listUploads(marker)
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key && OWN_KEY.test(Key) && UploadId && Initiated && Initiated < before)
          await this.abortUpload(Key, UploadId)
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null
    }
  }

  private listUploads(marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined }) {
    return this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...marker }))
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key }
  }
}

/** Whole seconds, at least 1, because S3 rejects 0 as malformed. */
const secondsUntil = (date: Date) => Math.max(1, Math.ceil((date.getTime() - Date.now()) / 1_000))

const isNamed = (error: unknown, names: RegExp) =>
  error instanceof S3ServiceException && names.test(error.name)

const REFUSALS: Readonly<Record<number, string>> = {
  301: 'is in another region than S3_REGION',
  400: 'refuses the request: check S3_REGION and that the credentials have not expired',
  403: 'refuses these credentials: check them, and s3:ListBucket of their policy',
  404: 'does not exist',
}

/** The reply to a HEAD has no body, so its error has no message. */
function explained(error: unknown, bucket: string): unknown {
  const reply = error instanceof StorageUnavailable ? error.cause : error
  const status = reply instanceof S3ServiceException ? reply.$metadata.httpStatusCode : undefined
  const refusal = REFUSALS[status ?? 0]
  return refusal ? new Error(`The bucket ${bucket} ${refusal} (${status}).`) : error
}

function ifMissing<T>(fallback: T) {
  return (error: unknown): T => {
    if (isNamed(error, /^(NotFound|NoSuchKey|NoSuchUpload)$/)) return fallback
    throw error
  }
}
