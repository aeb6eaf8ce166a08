import { currentCall } from '../../telemetry/call-context.ts'
import type { Telemetry } from '../../telemetry/telemetry.ts'

/**
 * Object storage. A key is a path of plain segments such as `uploads/<uuid>`, never a user-supplied name. Objects under
 * `uploads/` are write-once, so an unexpired link cannot change a registered upload.
 */
export type Storage = {
  /** Origin of the links, for the content-security policy; null when this server serves the objects. */
  browserOrigin: string | null
  /** Signs links for a direct upload, bound to size and type, one per part. */
  signUpload(key: string, upload: UploadTerms): Promise<SignedUpload>
  /** Concatenates the parts into the object. False when a part is missing or has another ETag. */
  completeUpload(key: string, upload: UploadTerms, etags: readonly string[]): Promise<boolean>
  /** Invalidates the links of the upload and removes its parts. */
  abortUpload(key: string, uploadId: string | null): Promise<void>
  signDownload(key: string, download: { fileName: string; expiresAt: Date }): Promise<string>
  /** Throws while objects can be neither read nor written. */
  check(): Promise<void>
  /** Null when the object does not exist. */
  size(key: string): Promise<number | null>
  /** `range` is a non-empty part of the object; without it the whole object is read. */
  read(key: string, range?: ByteRange | null): AsyncIterable<Uint8Array>
  /** Replaces the object atomically. Only the last two blocks of the content are read at any time. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }>
  /** Ignores a missing object. `prefix/` removes everything below it. */
  remove(key: string): Promise<void>
  /** Removes leftovers of killed processes and abandoned uploads that have not changed since. */
  removePartialWrites(before: Date): Promise<void>
}

/** Positions of bytes, both ends inclusive. */
export type ByteRange = { start: number; end: number }

export type UploadTerms = {
  size: number
  contentType: string
  partBytes: number
  expiresAt: Date
  /** Id of a bucket's multipart upload; null before the first signing and with the local storage. */
  uploadId: string | null
}

type SignedUpload = {
  /** One URL per part; the local storage has paths on the same origin. */
  urls: string[]
  headers: Record<string, string>
  uploadId: string | null
}

/** The storage is unreachable or failed. Calls get a 503 and may be retried. */
export class StorageUnavailable extends Error {
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('The storage is not available.', { cause })
  }
}

export function partCount({ size, partBytes }: Pick<UploadTerms, 'size' | 'partBytes'>): number {
  return Math.max(1, Math.ceil(size / partBytes))
}

export function partSize({ size, partBytes }: Pick<UploadTerms, 'size' | 'partBytes'>, part: number): number {
  return Math.min(partBytes, size - (part - 1) * partBytes)
}

/** Wraps a storage to count, time and trace its calls. A stream is one call, from its first to its last byte. */
export function observeStorage(
  storage: Storage,
  { recordStorage }: Pick<Telemetry, 'recordStorage'>,
): Storage {
  const begin = (operation: string) => {
    const startedAt = performance.now()
    const span = currentCall()?.span?.child(`storage ${operation}`, 'client', {
      'backoffice.storage': operation,
    })
    return (failure?: { error: unknown }) => {
      recordStorage(operation, performance.now() - startedAt, failure !== undefined)
      span?.end(failure)
    }
  }

  async function observe<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const end = begin(operation)
    try {
      const result = await work()
      end()
      return result
    } catch (error) {
      end({ error })
      throw error
    }
  }

  return {
    browserOrigin: storage.browserOrigin,
    signUpload: (...terms) => observe('sign_upload', () => storage.signUpload(...terms)),
    completeUpload: (...terms) => observe('complete_upload', () => storage.completeUpload(...terms)),
    abortUpload: (...terms) => observe('abort_upload', () => storage.abortUpload(...terms)),
    signDownload: (...terms) => observe('sign_download', () => storage.signDownload(...terms)),
    size: (key) => observe('size', () => storage.size(key)),
    write: (...terms) => observe('write', () => storage.write(...terms)),
    remove: (key) => observe('remove', () => storage.remove(key)),
    removePartialWrites: (before) => observe('clean_up', () => storage.removePartialWrites(before)),
    check: () => storage.check(),
    async *read(key, range) {
      const end = begin('read')
      let failure: { error: unknown } | undefined
      try {
        yield* storage.read(key, range)
      } catch (error) {
        failure = { error }
        throw error
      } finally {
        // A reader that stops early has not failed.
        end(failure)
      }
    },
  }
}
