import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { HIDDEN_FROM_DOCS } from '../../kernel/served-apis.ts'

/** A mail or SMS that the embedded system does not send. Never logged. */
export type Message = { at: Date; to: string; subject: string; text: string }

const MAX_MESSAGES = 500

/** Keeps the newest messages in the memory of the web process, for `/dev/outbox`. */
export class Outbox {
  readonly #messages: Message[] = []
  readonly #folder: string | null

  /** Commands, which are separate processes, write their messages to `folder`. */
  constructor(folder: string | null = null) {
    this.#folder = folder
  }

  add(message: Message): void {
    this.#messages.unshift(message)
    this.#messages.length = Math.min(this.#messages.length, MAX_MESSAGES)
  }

  async list(): Promise<readonly Message[]> {
    if (this.#folder !== null)
      for (const message of await takeWrittenMessages(this.#folder)) this.add(message)
    return this.#messages
  }
}

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** Leaves a message for the web process, in a folder that only its owner can read. */
export async function writeToOutbox(folder: string, message: Message): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${message.at.getTime()}-${randomUUID()}`)
  await writeFile(path, JSON.stringify(message), { mode: 0o600 })
  // Only complete files end in `.json`.
  await rename(path, `${path}.json`)
}

/** Reads and deletes the messages in the folder, oldest first. */
async function takeWrittenMessages(folder: string): Promise<Message[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const messages: Message[] = []
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const path = join(folder, name)
    // Written by `writeToOutbox` only.
    const { at, ...message } = JSON.parse(await readFile(path, 'utf8')) as Omit<Message, 'at'> & {
      at: string
    }
    messages.push({ ...message, at: new Date(at) })
    await rm(path)
  }
  return messages
}

export function mountOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get('/dev/outbox', HIDDEN_FROM_DOCS, async (_request, reply) => {
    const rows = (await outbox.list()).map(
      ({ at, to, subject, text }) => `<tr>${[at.toISOString(), to, subject, text].map(cell).join('')}</tr>`,
    )
    const body = rows.length === 0 ? '<p>Nothing has been sent yet.</p>' : table(rows.join('\n'))
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title><h1>Outbox</h1>${body}</html>`,
      )
  })
}

function table(rows: string) {
  return `<table><thead><tr><th>At</th><th>To</th><th>Subject</th><th>Text</th></tr></thead><tbody>${rows}</tbody></table>`
}

function cell(text: string) {
  const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<td>${escaped}</td>`
}
