import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '../../apps/server/src/config/config-variables.ts'

const configDocsFile = join(import.meta.dirname, '../../docs/configuration.md')

const INTRODUCTION = `# Configuration

Every setting is an environment variable, read once at the start of a process by \`apps/server/src/config/config.ts\`. A process
with invalid variables names all of them and ends; an empty variable is not set. \`npm run config-docs\` writes this page from
\`apps/server/src/config/config-variables.ts\`. Web processes, workers and \`migrate.ts\` read the same variables; only \`migrate.ts\`
and bulk loads need \`DATABASE_OWNER_URL\` and \`LEDGER_DATABASE_OWNER_URL\`.

The database addresses, \`STORAGE_KEY\`, \`IDENTITY_KEY\`, \`EVIDENCE_KEY\` and \`SMTP_URL\` are secrets; [operations.md](operations.md) says how
to replace them.
`

/** Displayed part of a JSON schema. `maximum` is the largest safe integer if there is no upper bound. */
type Rules = {
  type?: string
  enum?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  default?: unknown
}

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
    description ? [] : [`${name} has no description in apps/server/src/config/config-variables.ts`],
  )
  if (undescribed.length > 0) return undescribed
  return readFileSync(configDocsFile, 'utf8') === configDocs()
    ? []
    : ['docs/configuration.md differs from apps/server/src/config/config-variables.ts: npm run config-docs']
}

// `npm run config-docs`
if (import.meta.main) writeFileSync(configDocsFile, configDocs())
