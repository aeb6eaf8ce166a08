import type { api } from '@backoffice/contract/api'
import { checkTemplate } from '@backoffice/contract/reply/templates'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import { changesOf } from '../../kernel/audit.ts'
import { invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { listTemplates, lockTemplate, updateTemplate } from './reply-templates.store.ts'

type Deps = { db: Database; clock: Clock }

export function replyTemplatesHandlers({ db, clock }: Deps): Handlers<(typeof api)['replyTemplates']> {
  return {
    list: async () => ({ items: await listTemplates(db) }),

    update:
      async ({ params: { kind, language }, body }, { caller }) =>
      async (tx) => {
        const before = await lockTemplate(tx, kind, language)
        requireVersion(before.version, body.version, before)
        const content = {
          greeting: body.greeting?.trim() ?? before.greeting,
          parts: body.parts ?? before.parts,
          closing: body.closing?.trim() ?? before.closing,
        }
        const problems = checkTemplate(content)
        if (problems.length > 0)
          throw invalidFields(problems.map((problem) => ({ code: 'invalid', ...problem })))
        const changes = changesOf(before, content, ['greeting', 'parts', 'closing'])
        if (Object.keys(changes).length === 0) return { resource: before, unchanged: true }
        await updateTemplate(tx, before.id, { ...content, updated_by: caller.name, updated_at: clock.now() })
        return { resource: await lockTemplate(tx, kind, language), audit: [{ id: before.id, changes }] }
      },
  }
}
