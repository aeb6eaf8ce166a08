import type { FastifyInstance } from 'fastify'
import { HIDDEN } from '../../kernel/hidden.ts'
import type { Message } from './message.ts'
import { takeSpooled } from './spool.ts'

const KEPT = 100

/** What a mail or SMS service would have carried. Kept in memory, the newest hundred. */
export class Outbox {
  readonly #messages: Message[] = []
  readonly #spool: string | null

  /** `spool`: the folder in which commands leave what they send. */
  constructor(spool: string | null = null) {
    this.#spool = spool
  }

  add(message: Message): void {
    this.#messages.unshift(message)
    this.#messages.length = Math.min(this.#messages.length, KEPT)
  }

  async list(): Promise<readonly Message[]> {
    if (this.#spool !== null) for (const message of await takeSpooled(this.#spool)) this.add(message)
    return this.#messages
  }
}

export function mountOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get('/dev/outbox', HIDDEN, async (_request, reply) => {
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
