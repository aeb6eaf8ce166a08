import type { api } from '@backoffice/contract/api'
import {
  checkTemplate,
  type TemplateContent,
  type TemplateProblem,
} from '@backoffice/contract/reply/templates'
import type { Database } from '../../db/client.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { listTemplates, lockTemplate, updateTemplate } from './reply-templates.store.ts'

type Deps = {
  db: Database
  clock: Clock
  /** Hosts of the links that a greeting or closing may contain. */
  linkHosts: readonly string[]
}

export function replyTemplatesHandlers({
  db,
  clock,
  linkHosts,
}: Deps): Handlers<(typeof api)['replyTemplates']> {
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
        const problems = [...checkTemplate(content), ...linkProblems(content, linkHosts)]
        if (problems.length > 0)
          throw invalidFields(problems.map((problem) => ({ code: 'invalid', ...problem })))
        const changes = changesOf(before, content, ['greeting', 'parts', 'closing'])
        if (Object.keys(changes).length === 0) return { resource: before, unchanged: true }
        await updateTemplate(tx, before.id, { ...content, updated_by: caller.name, updated_at: clock.now() })
        return { resource: await lockTemplate(tx, kind, language), audit: [{ id: before.id, changes }] }
      },
  }
}

/** The text is pasted into mail to members, who trust a link in it. */
function linkProblems(content: TemplateContent, hosts: readonly string[]): TemplateProblem[] {
  const allowed =
    hosts.length === 0 ? 'No links are allowed.' : `Only links to ${hosts.join(', ')} are allowed.`
  return (['greeting', 'closing'] as const).flatMap((field) => {
    const link = findUnlistedLink(content[field], hosts)
    return link === undefined ? [] : [{ field, message: `Remove ${link}. ${allowed}` }]
  })
}

/** A URL, an email address, or a host name that mail and chat programs turn into a link. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/\S+|(?:[\p{L}\p{N}._%+-]+@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\S*/giu

/** Full stops of other scripts, which browsers read as dots of a host name. */
const OTHER_STOPS = /[。｡]/gu

/** The first link of a text whose host is not exactly one of `hosts`; undefined if there is none. */
export function findUnlistedLink(text: string, hosts: readonly string[]): string | undefined {
  const links = text.normalize('NFKC').replace(OTHER_STOPS, '.').match(LINK) ?? []
  return links.map(withoutPunctuation).find((link) => !isListed(link, hosts))
}

const withoutPunctuation = (link: string) => link.replace(/[.,;:!?)\]}"'’”]+$/u, '')

function isListed(link: string, hosts: readonly string[]): boolean {
  const hasScheme = link.includes('://')
  const url = URL.parse(hasScheme ? link : `https://${link}`)
  // Before the @ of a URL may stand a host that misleads; only an email address needs one.
  const isClear = !hasScheme || (url?.protocol === 'https:' && url.username === '' && url.password === '')
  return url !== null && isClear && url.port === '' && hosts.includes(url.hostname)
}
