import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'

const BLOCK_BYTES = 64 * 1024
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/**
 * PostgreSQL's binary COPY, encoded into blocks. The put methods are synchronous for a tight loop over rows;
 * `flush` sends the full blocks and waits for the database.
 */
export class BinaryCopy {
  block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  at = SIGNATURE.copy(this.block)
  #full: { block: Buffer; bytes: number }[] = []
  /** Sent blocks for reuse: allocating thousands would keep the garbage collector busy. */
  #free: Buffer[] = []
  #failure: Error | undefined
  readonly #copy: CopyStreamQuery

  readonly #socket: Socket

  constructor(client: ClientBase, sql: string) {
    // Untyped by the driver. Only the socket shows whether bytes are still buffered.
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    this.#copy = client.query(copyFrom(sql))
    this.#copy.on('error', (error) => {
      this.#failure ??= error
    })
  }

  /** Starts a row that takes at most `maxBytes`. */
  startRow(columns: number, maxBytes: number): void {
    if (this.at + maxBytes > BLOCK_BYTES) this.#nextBlock()
    this.block[this.at++] = 0
    this.block[this.at++] = columns
  }

  int32(value: number): void {
    const { block } = this
    let { at } = this
    block[at++] = value >>> 24
    block[at++] = value >>> 16
    block[at++] = value >>> 8
    block[at++] = value
    this.at = at
  }

  putNull(): void {
    this.int32(-1)
  }

  putInt32(value: number): void {
    this.int32(4)
    this.int32(value)
  }

  putInt64(high: number, low: number): void {
    this.int32(8)
    this.int32(high)
    this.int32(low)
  }

  putByte(byte: number): void {
    this.int32(1)
    this.block[this.at++] = byte
  }

  putText(text: string): void {
    const length = this.block.write(text, this.at + 4)
    this.int32(length)
    this.at += length
  }

  async flush(): Promise<void> {
    const full = this.#full
    if (full.length === 0) return
    this.#full = []
    for (const { block, bytes } of full) {
      if (this.#failure) throw this.#failure
      if (!this.#copy.write(block.subarray(0, bytes))) await once(this.#copy, 'drain')
    }
    // Nothing is buffered in the stream or the socket, so the blocks can be reused.
    if (this.#copy.writableLength === 0 && this.#socket.writableLength === 0) {
      for (const { block } of full) if (block.length === BLOCK_BYTES) this.#free.push(block)
    }
  }

  async finish(): Promise<void> {
    this.#nextBlock()
    this.#full.push({ block: TRAILER, bytes: TRAILER.length })
    await this.flush()
    this.#copy.end()
    if (!this.#copy.writableFinished) await once(this.#copy, 'finish')
  }

  /** Fails the statement and thereby the transaction. */
  async abort(): Promise<void> {
    if (this.#failure || this.#copy.destroyed) return
    this.#copy.destroy()
    // `once` of node:events would reject with the error of the aborted COPY and hide the cause.
    if (!this.#copy.closed) await new Promise((resolve) => this.#copy.once('close', resolve))
  }

  #nextBlock(): void {
    this.#full.push({ block: this.block, bytes: this.at })
    this.block = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.at = 0
  }
}
