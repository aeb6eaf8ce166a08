import { EXAMPLE_ID } from './openapi-bodies.ts'
import type { JsonSchema } from './openapi-components.ts'

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_ID,
  'date-time': '2026-11-19T01:00:00Z',
  date: '2026-11-19',
  email: 'maria.reyes@northline.example',
  uri: 'https://backoffice.example/',
}

/** Examples of strings without a format, by property name. */
const BY_NAME: Readonly<Record<string, string>> = {
  branch_code: '0101',
  card_number: '9990000000000011',
  company_code: 'NLF',
  contact: '+639171234567',
  date: '2026-11-19',
  due_on: '2026-12-18',
  email: 'maria.reyes@northline.example',
  family_name: 'Reyes',
  file_name: 'cards.csv',
  given_name: 'Maria',
  reason: 'Requested by the member',
  search: 'fuel',
  statements: 'tender:view',
  terminal_id: '99000001',
  ticket_no: 'OPS-20431',
}

/** Tried in turn for a string with a pattern. */
const CANDIDATES = ['text', '2026-11-19', '1', '0'.repeat(64), '"1"', 'FUEL', '+639171234567', 'user:view']

/** An example that the schema accepts. If `partial`, it has the required properties only. */
export function exampleOf(schema: JsonSchema, { name = '', partial = false } = {}): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (choice) return exampleOf(choice, { name, partial })
  if (schema.allOf) return exampleOf(merged(schema), { name, partial })
  if (schema.prefixItems) return schema.prefixItems.map((each) => exampleOf(each, { name, partial }))
  switch (schema.type) {
    case 'array':
      return schema.items ? [exampleOf(schema.items, { name, partial })] : []
    case 'object':
      return objectOf(schema, partial)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'string':
      return stringOf(schema, name)
    default:
      return null
  }
}

function merged({ allOf = [], ...schema }: JsonSchema): JsonSchema {
  return Object.assign({}, ...allOf.toReversed(), schema)
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, partial: boolean) {
  const names = partial ? required : [...new Set([...Object.keys(properties), ...required])]
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {}
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(properties[name] ?? rest, { name, partial })]),
  )
}

function numberOf({ minimum, exclusiveMinimum, maximum = Number.POSITIVE_INFINITY }: JsonSchema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
  return Math.min(Math.max(least, 1), maximum)
}

function stringOf(
  { format = '', pattern, minLength = 0, maxLength = 100 }: JsonSchema,
  name: string,
): string {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text))
  const known = [BY_NAME[name], BY_FORMAT[format], ...CANDIDATES].filter((each) => each !== undefined)
  return known.find(fits) ?? 'x'.repeat(Math.max(minLength, 1))
}
