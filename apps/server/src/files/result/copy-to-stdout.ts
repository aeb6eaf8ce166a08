import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Submittable } from 'pg'

const HEADER_BYTES = 5
const COPY_DATA = 0x64
/** Message types that may arrive between rows: CopyOutResponse, notice, parameter status, notification. */
const IGNORED_TYPES = [0x48, 0x4e, 0x53, 0x41]
/** About two milliseconds of work for a reader that inspects every byte. */
const BYTES_PER_TICK = 256 * 1024
const EMPTY = Buffer.alloc(0)

/** Used members of the driver's connection. */
type DriverConnection = { stream: Socket; query(text: string): void }
type Listener = (chunk: Buffer) => void
/** The row is `bytes[start..end)`, valid until the reader returns. */
type RowReader = (bytes: Buffer, start: number, end: number) => void

/**
 * COPY … TO STDOUT that reads rows in place. Creating an object per row, as pg-copy-streams does, takes longer than
 * looking up the rows.
 */
export class CopyToStdout implements Submittable {
  /** Resolves with the number of rows. Rejects after the rest is drained, so that the connection stays usable. */
  readonly ended: Promise<number>
  /** SQL of the statement. */
  text: string
  readonly #row: RowReader
  readonly #signal: AbortSignal | undefined
  #driverConnection: DriverConnection | undefined
  #driver: Listener | undefined
  readonly #listener: Listener = (chunk) => this.#read(chunk)
  /** Start of an incomplete message. */
  #partial: Buffer = EMPTY
  #bytesThisTick = 0
  /** Set when the remaining rows must be ignored. */
  #stopped: { reason: unknown } | undefined
  #rowCount = 0
  #resolve: (rows: number) => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor(text: string, row: RowReader, signal?: AbortSignal) {
    this.text = text
    this.#row = row
    this.#signal = signal
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: unknown): void {
    // The driver's connection is untyped.
    const driverConnection = connection as DriverConnection
    this.#driverConnection = driverConnection
    this.#driver = driverConnection.stream.listeners('data').at(-1) as Listener
    driverConnection.stream.off('data', this.#driver)
    driverConnection.stream.on('data', this.#listener)
    driverConnection.query(this.text)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#rowCount = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    if (this.#stopped) this.#reject(this.#stopped.reason)
    else this.#resolve(this.#rowCount)
  }

  handleError(error: Error): void {
    this.#restoreDriver(EMPTY)
    this.#reject(this.#stopped ? this.#stopped.reason : error)
  }

  #read(chunk: Buffer): void {
    if (this.#signal?.aborted) this.#stopped ??= { reason: this.#signal.reason }
    this.#yieldToEventLoop(chunk.length)
    const partial = this.#partial
    if (partial.length === 0) {
      this.#readMessages(chunk)
      return
    }
    this.#partial = EMPTY
    if (partial.length < HEADER_BYTES) {
      this.#readMessages(Buffer.concat([partial, chunk]))
      return
    }
    // Only this message is concatenated; the others are read in place.
    const missing = 1 + partial.readUInt32BE(1) - partial.length
    const message = Buffer.concat([partial, chunk.subarray(0, missing)])
    this.#readMessages(message)
    if (chunk.length > missing) this.#readMessages(chunk.subarray(missing))
  }

  #readMessages(bytes: Buffer): void {
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const code = bytes.readUInt8(at)
      if (code !== COPY_DATA && !IGNORED_TYPES.includes(code)) {
        this.#restoreDriver(bytes.subarray(at))
        return
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (code === COPY_DATA && !this.#stopped) this.#take(bytes, at + HEADER_BYTES, end)
      at = end
    }
    // Copied, so that the chunk can be garbage-collected.
    if (at < bytes.length) this.#partial = Buffer.from(bytes.subarray(at))
  }

  #take(bytes: Buffer, start: number, end: number): void {
    try {
      this.#row(bytes, start, end)
    } catch (reason) {
      this.#stopped = { reason }
    }
  }

  /** Pauses after `BYTES_PER_TICK`, because all data that the kernel has buffered arrives in one tick. */
  #yieldToEventLoop(bytes: number): void {
    const stream = this.#driverConnection?.stream
    if (this.#bytesThisTick === 0) {
      setImmediate(() => {
        this.#bytesThisTick = 0
        if (this.#driver) stream?.resume()
      })
    }
    this.#bytesThisTick += bytes
    if (this.#bytesThisTick > BYTES_PER_TICK) stream?.pause()
  }

  /** Returns the socket to the driver for the end of the COPY or an error. */
  #restoreDriver(rest: Buffer): void {
    const { stream } = this.#driverConnection ?? {}
    if (!stream || !this.#driver) return
    const driver = this.#driver
    this.#driver = undefined
    stream.off('data', this.#listener)
    stream.on('data', driver)
    stream.resume()
    if (rest.length > 0) driver(rest)
  }
}
