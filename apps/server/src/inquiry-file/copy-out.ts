import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Submittable } from 'pg'

const BLOCK_BYTES = 128 * 1024
/** Blocks that may wait to be stored before the database is made to wait. */
const MOST_WAITING = 4
const HEADER_BYTES = 5
const COPY_DATA = 0x64
/** COPY begins, notice, parameter, notification: what may come between the rows. */
const PASSED_OVER = [0x48, 0x4e, 0x53, 0x41]

/** What is used of the driver's connection. */
type Wire = { stream: Socket; query(text: string): void }
type Listener = (chunk: Buffer) => void

/**
 * COPY … TO STDOUT read straight from the socket into large blocks. PostgreSQL sends every row as a message
 * of its own; making an object of each, as pg-copy-streams does, takes longer than storing the rows.
 */
export class CopyOut implements Submittable {
  rowCount = 0
  readonly #text: string
  #wire: Wire | undefined
  #driver: Listener | undefined
  readonly #listener: Listener = (chunk) => this.#read(chunk)
  /** Bytes of the message under way that have not come yet, and whether they are a row's. */
  #left = 0
  #isRow = false
  /** The front part of a header that was cut. */
  #stub = Buffer.alloc(0)
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #at = 0
  #waiting: Buffer[] = []
  #ended = false
  #discarding = false
  #failure: Error | undefined
  #wake: () => void = () => {}

  constructor(text: string) {
    this.#text = text
  }

  /** The rows, in blocks that may be cut anywhere. */
  async *blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const block = this.#waiting.shift()
      if (block) {
        if (this.#waiting.length < MOST_WAITING) this.#wire?.stream.resume()
        yield block
      } else if (this.#failure) throw this.#failure
      else if (this.#ended) return
      else await this.#change()
    }
  }

  /** Reads the rest away, so that the connection can be used again. */
  async discard(): Promise<void> {
    this.#discarding = true
    this.#waiting = []
    this.#wire?.stream.resume()
    while (!this.#ended && !this.#failure) await this.#change()
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
    this.#ended = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#giveBack(Buffer.alloc(0))
    this.#wake()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #read(piece: Buffer): void {
    const chunk = this.#stub.length === 0 ? piece : Buffer.concat([this.#stub, piece])
    this.#stub = Buffer.alloc(0)
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const end = Math.min(chunk.length, at + this.#left)
        if (this.#isRow && !this.#discarding) this.#keep(chunk, at, end)
        this.#left -= end - at
        at = end
      } else if (chunk.length - at < HEADER_BYTES) {
        this.#stub = Buffer.from(chunk.subarray(at))
        return
      } else {
        const code = chunk[at] as number
        if (code !== COPY_DATA && !PASSED_OVER.includes(code)) {
          this.#turn()
          this.#giveBack(chunk.subarray(at))
          return
        }
        this.#isRow = code === COPY_DATA
        this.#left = chunk.readUInt32BE(at + 1) - 4
        at += HEADER_BYTES
      }
    }
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    let from = start
    while (from < end) {
      const block = this.#block
      let to = this.#at
      const stop = Math.min(end, from + BLOCK_BYTES - to)
      // A row is too short for a native copy to pay.
      while (from < stop) block[to++] = chunk[from++] as number
      this.#at = to
      if (to === BLOCK_BYTES) this.#turn()
    }
  }

  #turn(): void {
    if (this.#at > 0 && !this.#discarding) this.#waiting.push(this.#block.subarray(0, this.#at))
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.#at = 0
    if (this.#waiting.length >= MOST_WAITING) this.#wire?.stream.pause()
    this.#wake()
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
