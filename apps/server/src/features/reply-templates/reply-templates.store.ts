import type { Language, TemplateContent, TemplateFormat } from '@backoffice/contract/reply/templates'
import type { ReplyTemplate } from '@backoffice/contract/reply-templates'
import type { Reader, Tx } from '../../db/client.ts'

type StoredTemplate = Omit<ReplyTemplate, 'updated_at'> & { updated_at: Date }

const templates = (db: Reader) =>
  db
    .selectFrom('reply_templates')
    .select(['id', 'version', 'kind', 'language', 'greeting', 'parts', 'closing', 'updated_at'])
    .select('updated_by_name as updated_by')

const toTemplate = ({ updated_at, ...template }: StoredTemplate): ReplyTemplate => ({
  ...template,
  updated_at: updated_at.toISOString(),
})

export async function listTemplates(db: Reader): Promise<ReplyTemplate[]> {
  return (await templates(db).orderBy('kind').orderBy('language').execute()).map(toTemplate)
}

/** Locks the template of a kind and language. A migration inserts all of them. */
export async function lockTemplate(tx: Tx, kind: TemplateFormat, language: Language): Promise<ReplyTemplate> {
  const row = await templates(tx)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toTemplate(row)
}

type Change = TemplateContent & { updated_by: string; updated_at: Date }

export async function updateTemplate(
  tx: Tx,
  id: string,
  { greeting, parts, closing, updated_by, updated_at }: Change,
): Promise<void> {
  await tx
    .updateTable('reply_templates')
    .set((q) => ({
      ...{ greeting, closing, updated_at },
      parts: [...parts],
      updated_by_name: updated_by,
      version: q('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
