/** The parts of JSON Schema that the contract uses. */
export type JsonSchema = {
  $ref?: string
  title?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
}

type Media = { schema?: JsonSchema; example?: unknown }
export type Content = Record<string, Media>
