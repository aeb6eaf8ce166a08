import type { JsonSchema } from './openapi-schema.ts'

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase())

const PATH = '#/components/schemas/'
const nameOf = ({ $ref = '' }: JsonSchema) => $ref.slice(PATH.length)

/** Replies and requests are not part of the names of their parts: `UsersInviteReply` has a `UsersInviteItem`. */
const ownerOf = (name: string) => name.replace(/(Reply|Request)$/, '')

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=ss|ch|x)es$|(?<!s)s$/, '')

/** A schema without titles, which are names. */
const withoutTitles = (schema: JsonSchema) =>
  JSON.stringify(schema, (key, value) => (key === 'title' && typeof value === 'string' ? undefined : value))

/**
 * Collects the object schemas of a document by name; equal schemas share a name. Names are, in this order: the title of
 * any equal schema of `document`, `…List` and `…Outcome` of a named item, and the place of the schema.
 */
export function createSchemaNames(document: object) {
  const schemas: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()
  JSON.stringify(document, (_key, value) => {
    if (typeof value?.title === 'string' && (value.properties || value.enum))
      names.set(withoutTitles(value), value.title)
    return value
  })

  /** `place`: name of the schema if it has no other, and prefix of the schemas inside it. */
  function refer(schema: JsonSchema, place: string): JsonSchema {
    const { title: _name, ...bare } = schema
    const text = withoutTitles(schema)
    const title = names.get(text)
    const inner = withReferences(bare, title ?? place)
    if (!inner.properties && !title) return inner
    const name = title ?? nameOfList(inner) ?? nameOfOutcome(inner) ?? nameOfVariant(inner, place)
    names.set(text, name)
    if (Object.hasOwn(schemas, name) && JSON.stringify(schemas[name]) !== JSON.stringify(inner))
      throw new Error(`Two schemas of the API are named ${name}: name one with nameSchemas`)
    schemas[name] = inner
    return { $ref: `${PATH}${name}` }
  }

  function withReferences(schema: JsonSchema, name: string): JsonSchema {
    const { items, properties, additionalProperties } = schema
    const each = (list: readonly JsonSchema[]) => list.map((one) => refer(one, name))
    const referProperty = (key: string, value: JsonSchema) => {
      const part = value.items ? singular(key) : key
      return refer(value, ownerOf(name) + pascal(part))
    }
    return {
      ...schema,
      ...(items && { items: refer(items, name) }),
      // Linters expect `items` of every array.
      ...(schema.prefixItems && {
        prefixItems: each(schema.prefixItems),
        items: {},
        minItems: schema.prefixItems.length,
        maxItems: schema.prefixItems.length,
      }),
      ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
      ...(schema.oneOf && { oneOf: each(schema.oneOf) }),
      ...(schema.allOf && { allOf: each(schema.allOf) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: refer(additionalProperties, `${name}Value`),
      }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, referProperty(key, value)]),
        ),
      }),
    }
  }

  return { refer: (schema: JsonSchema, name: string) => refer(schema, pascal(name)), schemas }
}

function nameOfList({ properties: { items, total, page } = {} }: JsonSchema): string | undefined {
  return items?.items?.$ref && total && page ? `${nameOf(items.items)}List` : undefined
}

function nameOfOutcome({ properties = {} }: JsonSchema): string | undefined {
  const { outcome, row, used_by, items, ...others } = properties
  if (outcome && used_by && row?.$ref) return `${nameOf(row)}Outcome`
  const item = items?.items && nameOf(items.items)
  return item?.endsWith('Outcome') && Object.keys(others).length === 0 ? `${item}s` : undefined
}

/** A variant of a union is named by its constant. */
function nameOfVariant({ properties = {} }: JsonSchema, place: string): string {
  const kinds = Object.values(properties).flatMap(
    (each) => each.const ?? (each.enum?.length === 1 ? each.enum : []),
  )
  const [kind] = kinds
  return typeof kind === 'string' ? place + pascal(kind.toLowerCase()) : place
}
