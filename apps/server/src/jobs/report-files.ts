import { PassThrough } from 'node:stream'
import type { Storage } from '../adapters/storage/storage.ts'
import type { ReportName, ReportSink } from '../inquiry-file/validation-types.ts'
import { objectKey } from '../resources/files/object-keys.ts'

/** Report files grow in the storage while the upload is read; they appear when they are whole. */
export class ReportFiles {
  readonly #storage: Storage
  readonly #filekey: string
  readonly #open = new Map<ReportName, { stream: PassThrough; stored: Promise<{ bytes: number }> }>()

  constructor(storage: Storage, filekey: string) {
    this.#storage = storage
    this.#filekey = filekey
  }

  open(name: ReportName): ReportSink {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
    // Storage may not read the stream yet, or no longer: an 'error' without a listener ends the process.
    stream.on('error', () => {})
    const stored = this.#storage.write(objectKey[name](this.#filekey), stream)
    let failure: { reason: unknown } | undefined
    stored.catch((reason: unknown) => {
      failure = { reason }
      stream.destroy()
    })
    this.#open.set(name, { stream, stored })
    return {
      write: (bytes) => {
        if (failure) throw failure.reason
        if (stream.write(bytes)) return
        return new Promise((resolve, reject) => {
          stream.once('drain', resolve)
          stored.catch(reject)
        })
      },
      end: () => {
        stream.end()
      },
      discard: () => {
        stream.destroy(new Error('discarded'))
        this.#open.delete(name)
        // Until it is gone, the next try would write beside it.
        return stored.then(
          () => {},
          () => {},
        )
      },
    }
  }

  has(name: ReportName) {
    return this.#open.has(name)
  }

  /** Waits until they are whole; answers how many bytes. */
  async stored() {
    const written = await Promise.all([...this.#open.values()].map((report) => report.stored))
    return written.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async discard() {
    for (const { stream, stored } of this.#open.values()) {
      stream.destroy(new Error('discarded'))
      await stored.catch(() => {})
    }
    this.#open.clear()
  }
}
