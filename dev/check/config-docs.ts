import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '../../apps/server/src/config-variables.ts'

const configDocsFile = join(import.meta.dirname, '../../docs/configuration.md')

const INTRODUCTION = `# Configuration

All of it is environment variables, read once at the start of a process by \`apps/server/src/config.ts\`; what is wrong is
named, all at once, and the process ends. This page is written by \`npm run config-docs\` from
\`apps/server/src/config-variables.ts\`, which has the rules. Web processes, workers and \`migrate.ts\` read the same variables;
only \`migrate.ts\` and bulk loads are given \`DATABASE_OWNER_URL\`.

Secrets among them: the database addresses, \`STORAGE_KEY\` and \`IDENTITY_KEY\`. How each is replaced:
[operations.md](operations.md).
`

/** The part of a JSON schema that is shown. An integer without an upper bound has the largest one as `maximum`. */
type Rules = {
  type?: string
  enum?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  default?: unknown
}

/** The text of `docs/configuration.md`. */
function configDocs(): string {
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    // The general type of a JSON schema allows lists of types, which no variable has.
    const rules = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Rules
    const isRequired = !schema.safeParse(undefined).success
    const standard = rules.default === undefined || rules.default === '' ? '' : `\`${rules.default}\``
    return `| \`${name}\` | ${isRequired ? '**required**' : standard} | ${valuesOf(rules)} | ${schema.description ?? ''} |`
  })
  return `${INTRODUCTION}\n| variable | default | values | |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function valuesOf({ type, enum: values, minimum, exclusiveMinimum, maximum }: Rules): string {
  if (values) return values.map((each) => `\`${each}\``).join(', ')
  if (type !== 'integer' && type !== 'number') return ''
  const kind = type === 'integer' ? '' : 'decimals, '
  const from = minimum === undefined ? `over ${exclusiveMinimum}` : `${shown(minimum)}`
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return `${kind}${from} or more`
  return `${kind}${from} to ${shown(maximum)}`
}

const shown = (value: number) => value.toLocaleString('en')

export function findStaleConfigDocs(): string[] {
  const undescribed = Object.entries(variables.shape).flatMap(([name, { description }]) =>
    description ? [] : [`${name} has no description in apps/server/src/config-variables.ts`],
  )
  if (undescribed.length > 0) return undescribed
  return readFileSync(configDocsFile, 'utf8') === configDocs()
    ? []
    : ['docs/configuration.md is not what apps/server/src/config-variables.ts says: npm run config-docs']
}

// `npm run config-docs`
if (import.meta.main) writeFileSync(configDocsFile, configDocs())
