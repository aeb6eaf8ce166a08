import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'

const BLOCK_BYTES = 64 * 1024
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/**
 * PostgreSQL's binary COPY, written straight into blocks. The put methods never wait, so that rows can be
 * made in a tight loop; `flush` sends the blocks that are full and waits for the database.
 */
export class BinaryCopy {
  block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  at = SIGNATURE.copy(this.block)
  #full: { block: Buffer; bytes: number }[] = []
  /** Blocks that the kernel has taken: used again, because a thousand new ones keep the collector busy. */
  #free: Buffer[] = []
  #failure: Error | undefined
  readonly #copy: CopyStreamQuery

  readonly #socket: Socket

  constructor(client: ClientBase, sql: string) {
    // The driver does not declare its socket; that nothing waits in it is known nowhere else.
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    this.#copy = client.query(copyFrom(sql))
    this.#copy.on('error', (error) => {
      this.#failure ??= error
    })
  }

  /** Starts a row of so many columns that takes at most `mostBytes`. */
  startRow(columns: number, mostBytes: number): void {
    if (this.at + mostBytes > BLOCK_BYTES) this.#turn()
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
    // Nothing waits in the statement nor in the socket: the bytes are the kernel's.
    if (this.#copy.writableLength === 0 && this.#socket.writableLength === 0) {
      for (const { block } of full) if (block.length === BLOCK_BYTES) this.#free.push(block)
    }
  }

  async finish(): Promise<void> {
    this.#turn()
    this.#full.push({ block: TRAILER, bytes: TRAILER.length })
    await this.flush()
    this.#copy.end()
    if (!this.#copy.writableFinished) await once(this.#copy, 'finish')
  }

  /** Makes the statement, and with it the transaction, fail. */
  async abort(): Promise<void> {
    if (this.#failure || this.#copy.destroyed) return
    this.#copy.destroy()
    // Not `once` of node:events: it rejects with the error of the aborted COPY, which hides the first reason.
    if (!this.#copy.closed) await new Promise((resolve) => this.#copy.once('close', resolve))
  }

  #turn(): void {
    this.#full.push({ block: this.block, bytes: this.at })
    this.block = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.at = 0
  }
}
