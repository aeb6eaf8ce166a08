import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Submittable } from 'pg'

const HEADER_BYTES = 5
const COPY_DATA = 0x64
/** COPY begins, notice, parameter, notification: what may come between the rows. */
const PASSED_OVER = [0x48, 0x4e, 0x53, 0x41]
/** About two milliseconds of a reader that looks at every byte. */
const BYTES_A_TURN = 256 * 1024
const NOTHING = Buffer.alloc(0)

/** What is used of the driver's connection. */
type Wire = { stream: Socket; query(text: string): void }
type Listener = (chunk: Buffer) => void
/** One row stands in `bytes` from `start` to `end` until the reader returns. */
export type RowReader = (bytes: Buffer, start: number, end: number) => void

/**
 * COPY … TO STDOUT read where the socket put it. PostgreSQL sends every row as a message of its own; making
 * an object of each, as pg-copy-streams does, takes longer than looking the rows up.
 */
export class CopyOut implements Submittable {
  rowCount = 0
  /** Rejects only when the rest has been read away, so that the connection can be used again. */
  readonly ended: Promise<void>
  readonly #text: string
  readonly #row: RowReader
  readonly #signal: AbortSignal | undefined
  #wire: Wire | undefined
  #driver: Listener | undefined
  readonly #listener: Listener = (chunk) => this.#read(chunk)
  /** The front part of a message whose rest has not come yet. */
  #cut: Buffer = NOTHING
  #readThisTurn = 0
  /** Why the rows that still come are not wanted. */
  #stopped: { reason: unknown } | undefined
  #resolve: () => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor(text: string, row: RowReader, signal?: AbortSignal) {
    this.#text = text
    this.#row = row
    this.#signal = signal
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: unknown): void {
    // The driver hands over its connection untyped; these two members are what it is built on.
    const wire = connection as Wire
    this.#wire = wire
    this.#driver = wire.stream.listeners('data').at(-1) as Listener
    wire.stream.off('data', this.#driver)
    wire.stream.on('data', this.#listener)
    wire.query(this.#text)
  }

  handleCommandComplete(message: { text: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    if (this.#stopped) this.#reject(this.#stopped.reason)
    else this.#resolve()
  }

  handleError(error: Error): void {
    this.#giveBack(NOTHING)
    this.#reject(this.#stopped ? this.#stopped.reason : error)
  }

  #read(piece: Buffer): void {
    if (this.#signal?.aborted) this.#stopped ??= { reason: this.#signal.reason }
    this.#letOthersIn(piece.length)
    const cut = this.#cut
    if (cut.length === 0) {
      this.#readMessages(piece)
      return
    }
    this.#cut = NOTHING
    if (cut.length < HEADER_BYTES) {
      this.#readMessages(Buffer.concat([cut, piece]))
      return
    }
    // Only the one message is put together: the others are read where they are.
    const missing = 1 + cut.readUInt32BE(1) - cut.length
    const message = Buffer.concat([cut, piece.subarray(0, missing)])
    this.#readMessages(message)
    if (piece.length > missing) this.#readMessages(piece.subarray(missing))
  }

  #readMessages(bytes: Buffer): void {
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const code = bytes[at] as number
      if (code !== COPY_DATA && !PASSED_OVER.includes(code)) {
        this.#giveBack(bytes.subarray(at))
        return
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (code === COPY_DATA && !this.#stopped) this.#take(bytes, at + HEADER_BYTES, end)
      at = end
    }
    // A copy of the few bytes lets go of the piece.
    if (at < bytes.length) this.#cut = Buffer.from(bytes.subarray(at))
  }

  #take(bytes: Buffer, start: number, end: number): void {
    try {
      this.#row(bytes, start, end)
    } catch (reason) {
      this.#stopped = { reason }
    }
  }

  /** What the kernel has collected comes in one turn of the event loop, however much it is. */
  #letOthersIn(bytes: number): void {
    const stream = this.#wire?.stream
    if (this.#readThisTurn === 0) {
      setImmediate(() => {
        this.#readThisTurn = 0
        if (this.#driver) stream?.resume()
      })
    }
    this.#readThisTurn += bytes
    if (this.#readThisTurn > BYTES_A_TURN) stream?.pause()
  }

  /** The end of the COPY, or an error, is the driver's again. */
  #giveBack(rest: Buffer): void {
    const { stream } = this.#wire ?? {}
    if (!stream || !this.#driver) return
    const driver = this.#driver
    this.#driver = undefined
    stream.off('data', this.#listener)
    stream.on('data', driver)
    stream.resume()
    if (rest.length > 0) driver(rest)
  }
}
