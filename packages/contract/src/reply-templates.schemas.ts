import * as z from 'zod/mini'
import type { Schemas } from './endpoint.ts'
import { LANGUAGES, TEMPLATE_KINDS } from './reply/templates.ts'
import { count, nameSchemas, text, timestamp, uuid } from './values.schemas.ts'

const kind = z.enum(TEMPLATE_KINDS)
const language = z.enum(LANGUAGES)

const template = z.object({
  id: uuid,
  version: count,
  kind,
  language,
  greeting: z.string(),
  /** Parts in their order; see `REPLY_PARTS`. */
  parts: z.array(z.string()),
  closing: z.string(),
  /** Null until the first change. */
  updated_by: z.nullable(z.string()),
  updated_at: timestamp,
})

/** Checked by `checkTemplate`, which names the field and what is wrong. */
const content = {
  greeting: z.optional(text(2_000)),
  parts: z.optional(z.array(text(40)).check(z.maxLength(40))),
  closing: z.optional(text(2_000)),
}

nameSchemas({ ReplyTemplate: template })

export const replyTemplateSchemas = {
  list: {
    summary: 'Templates of reply texts, by kind of case and language',
    audit: { resource: 'reply-template', action: 'list' },
    reply: z.object({ items: z.array(template) }),
  },
  update: {
    summary: 'Change the greeting, the order of the parts or the closing of a template',
    versioned: 'body',
    audit: { resource: 'reply-template', action: 'update' },
    params: z.object({ kind, language }),
    body: z.strictObject({ version: count, ...content }),
    reply: template,
  },
} satisfies Record<string, Schemas>
