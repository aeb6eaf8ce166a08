import { PassThrough } from 'node:stream'
import type { ReportName, ReportSink } from '../inquiry-file/validation-types.ts'
import type { Storage } from '../outside/storage/storage.ts'
import { objectKey } from '../resources/files/object-keys.ts'

/** Report files grow in the storage while the upload is read; they appear when they are whole. */
export class ReportFiles {
  readonly #storage: Storage
  readonly #filekey: string
  readonly #open = new Map<ReportName, { stream: PassThrough; stored: Promise<unknown> }>()

  constructor(storage: Storage, filekey: string) {
    this.#storage = storage
    this.#filekey = filekey
  }

  open(name: ReportName): ReportSink {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
    const stored = this.#storage.write(objectKey[name](this.#filekey), stream)
    // Looked at in stored(); until then a failure must not end the process.
    stored.catch(() => {})
    this.#open.set(name, { stream, stored })
    return {
      write: (bytes) => {
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
      },
    }
  }

  has(name: ReportName) {
    return this.#open.has(name)
  }

  async stored() {
    await Promise.all([...this.#open.values()].map((report) => report.stored))
  }

  async discard() {
    for (const { stream, stored } of this.#open.values()) {
      stream.destroy(new Error('discarded'))
      await stored.catch(() => {})
    }
    this.#open.clear()
  }
}
