import type { FastifyInstance } from 'fastify'
import { HIDDEN } from '../../kernel/hidden.ts'

/** What a mail or SMS service would have carried. Kept in memory, the newest hundred; never in a log. */

export type Message = { at: Date; to: string; subject: string; text: string }

const KEPT = 100

export class Outbox {
  readonly #messages: Message[] = []

  add(message: Message): void {
    this.#messages.unshift(message)
    this.#messages.length = Math.min(this.#messages.length, KEPT)
  }

  list(): readonly Message[] {
    return this.#messages
  }
}

export function mountOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get('/dev/outbox', HIDDEN, async (_request, reply) => {
    const rows = outbox
      .list()
      .map(
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
