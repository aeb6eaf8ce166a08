import type { JsonSchema } from './openapi-schema.ts'

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase())

/** Collects the object schemas of a document by name; equal schemas share a name. */
export function createSchemaNames() {
  const schemas: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()

  /** `name`: name of the schema, and prefix of the schemas inside it. */
  function refer(schema: JsonSchema, name: string): JsonSchema {
    const inner = withReferences(schema, name)
    if (!inner.properties) return inner
    const text = JSON.stringify(inner)
    const known = names.get(text) ?? free(pascal(name))
    names.set(text, known)
    schemas[known] = inner
    return { $ref: `#/components/schemas/${known}` }
  }

  function free(name: string): string {
    let candidate = name
    for (let number = 2; Object.hasOwn(schemas, candidate); number++) candidate = `${name}${number}`
    return candidate
  }

  function withReferences(schema: JsonSchema, name: string): JsonSchema {
    const { items, properties, additionalProperties } = schema
    const each = (list: readonly JsonSchema[]) => list.map((one) => refer(one, name))
    return {
      ...schema,
      ...(items && { items: refer(items, `${name} item`) }),
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
        additionalProperties: refer(additionalProperties, `${name} value`),
      }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, refer(value, `${name} ${key}`)]),
        ),
      }),
    }
  }

  return { refer, schemas }
}
