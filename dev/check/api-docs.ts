import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpenapiDocument } from '../../apps/server/src/kernel/openapi/openapi.ts'
import { type ApiDocument, findNarrowedApi, findUnlisted } from './api-changes.ts'
import { root } from './source-files.ts'

const documentFile = join(root, 'docs/openapi.json')
const changesFile = join(root, 'docs/api-changes.md')

/** Objects and lists that are shorter stay on one line. */
const MAX_LINE = 200

const MAX_SHOWN = 20

function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= MAX_LINE) return line
  const inner = `${indent} `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${formatJson(each, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

const readDocument = (): ApiDocument => JSON.parse(readFileSync(documentFile, 'utf8'))

/** Problems of the committed document of the API, and of the list of its changes. */
export async function findStaleApiDocs(): Promise<string[]> {
  const text = `${formatJson(await createOpenapiDocument())}\n`
  if (readFileSync(documentFile, 'utf8') === text) return []
  return ['docs/openapi.json differs from the API: npm run api-docs', ...unlistedChanges(JSON.parse(text))]
}

/** Removals and narrowings since the committed document without a line in docs/api-changes.md. */
function unlistedChanges(current: ApiDocument): string[] {
  const unlisted = findUnlisted(findNarrowedApi(readDocument(), current), readFileSync(changesFile, 'utf8'))
  if (unlisted.length === 0) return []
  const shown = unlisted.slice(0, MAX_SHOWN).map((change) => `- \`${change}\``)
  const more = unlisted.length - shown.length
  return [
    'docs/api-changes.md needs these lines, with why and what clients do; `*` stands for any text:',
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

// `npm run api-docs`: keeps the document until its changes are listed.
if (import.meta.main) {
  const current = await createOpenapiDocument()
  const unlisted = unlistedChanges(current as ApiDocument)
  if (unlisted.length === 0) writeFileSync(documentFile, `${formatJson(current)}\n`)
  for (const problem of unlisted) console.error(problem)
  process.exitCode = unlisted.length === 0 ? 0 : 1
}
