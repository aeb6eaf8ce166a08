import { PassThrough } from 'node:stream'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { ReportSink } from './check/reports.ts'
import { REPORTS, type TableReport } from './check/write-reports.ts'

/** Streams reports to the storage while the upload is read. They appear once complete. */
export class ReportFiles {
  readonly #storage: Storage
  readonly #filekey: string
  readonly #open = new Map<TableReport, { stream: PassThrough; stored: Promise<{ bytes: number }> }>()

  constructor(storage: Storage, filekey: string) {
    this.#storage = storage
    this.#filekey = filekey
  }

  open(name: TableReport): ReportSink {
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
    // Without a listener, an 'error' while the storage is not reading would end the process.
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
        // Waits, so that the next attempt does not write concurrently.
        return stored.then(
          () => {},
          () => {},
        )
      },
    }
  }

  has(name: TableReport) {
    return this.#open.has(name)
  }

  /** Waits until the reports are stored. Returns their total bytes. */
  async stored() {
    const written = await Promise.all([...this.#open.values()].map((report) => report.stored))
    return written.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Removes reports of an earlier check that this one does not have. */
  async removeOthers() {
    for (const name of REPORTS)
      if (!this.has(name)) await this.#storage.remove(objectKey[name](this.#filekey))
  }

  async discard() {
    for (const { stream, stored } of this.#open.values()) {
      stream.destroy(new Error('discarded'))
      await stored.catch(() => {})
    }
    this.#open.clear()
  }
}
