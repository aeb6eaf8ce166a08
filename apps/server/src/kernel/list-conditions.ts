import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Condition, ListedType, ListFields, Selection } from '@backoffice/contract/list'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListExpression, SearchTarget } from './list-source.ts'

type Sql = Expression<unknown>
type Bool = RawBuilder<SqlBool>

/** An ILIKE pattern with the special characters of the text escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}

/** Conditions of a selection. Its fields are validated by the contract. */
export function conditionsOf(
  { search, filters = {} }: Selection,
  fields: ListFields,
  expressions: Readonly<Record<string, ListExpression>>,
  searched: SearchTarget,
): Bool[] {
  const ofFields = Object.entries(filters).flatMap(([name, condition]) => {
    const expression = expressions[name]
    const type = fields[name]?.type
    if (!condition) return []
    if (!expression || !type) throw new Error(`The list has no expression for ${name}`)
    return [conditionOf(expression, type, condition)]
  })
  return [...(search?.trim() ? [matches(search.trim(), searched)] : []), ...ofFields]
}

/** A card number matches nothing. Lists show none, and its hash must not get into a cursor. */
function matches(search: string, searched: SearchTarget): Bool {
  if (maskCardNumbers(search) !== search) return sql`false`
  if (typeof searched === 'function') return sql<SqlBool>`${searched(search)}`
  const pattern = containsPattern(search)
  return anyOf(searched.map((each) => sql<SqlBool>`${each} ILIKE ${pattern}`))
}

function conditionOf(expression: ListExpression, type: ListedType, condition: Condition): Bool {
  const { empty } = condition
  const { sql: field } = expression
  const matching = valueConditions(expression, type, condition)
  if (empty === true) return anyOf([...(matching.length > 0 ? [allOf(matching)] : []), sql`${field} IS NULL`])
  return allOf(empty === false ? [...matching, sql`${field} IS NOT NULL`] : matching)
}

function valueConditions(
  { sql: field, conditions, matches }: ListExpression,
  type: ListedType,
  { in: values, contains, from, to }: Condition,
): Bool[] {
  if (matches) {
    const texts = values ?? (contains === undefined ? [] : [contains])
    return texts.length > 0 ? [anyOf(texts.map((text) => sql<SqlBool>`${matches(text)}`))] : []
  }
  return [
    ...(values ? [conditions ? anyOf(chosen(conditions, values)) : isOneOf(field, values)] : []),
    ...(contains === undefined ? [] : [sql<SqlBool>`${field} ILIKE ${containsPattern(contains)}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`${field} >= ${startOf(type, from)}`]),
    ...(to === undefined ? [] : [endCondition(field, type, to)]),
  ]
}

/** Uses `=` for a single value, so that an index on the field also serves the sort. */
function isOneOf(field: Sql, values: readonly string[]): Bool {
  return values.length === 1 ? sql`${field} = ${values[0]}` : sql`${field} = ANY(${values})`
}

function chosen(conditions: NonNullable<ListExpression['conditions']>, values: readonly string[]): Bool[] {
  return values.flatMap((value) => {
    const condition = Object.hasOwn(conditions, value) ? conditions[value] : undefined
    return condition ? [sql<SqlBool>`${condition}`] : []
  })
}

function startOf(type: ListedType, from: string) {
  if (type === 'time') return sql`${from}::timestamp AT TIME ZONE 'Asia/Manila'`
  return type === 'date' ? sql`${from}::date` : sql`${from}::numeric`
}

/** A range includes its last day. */
function endCondition(field: Sql, type: ListedType, to: string): Bool {
  if (type === 'time') return sql`${field} < (${to}::timestamp + interval '1 day') AT TIME ZONE 'Asia/Manila'`
  return type === 'date' ? sql`${field} <= ${to}::date` : sql`${field} <= ${to}::numeric`
}

const allOf = (conditions: readonly Bool[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`
const anyOf = (conditions: readonly Bool[]) =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`
