/**
 * One query for every list. A field that may be filtered or sorted is declared once, with its type: the server accepts
 * no other and the screen offers no other.
 */

/** `code`: compared exactly, shown in monospace. `time`: an instant, filtered by days in Manila. */
export type FieldType = 'text' | 'code' | 'choice' | 'date' | 'time' | 'number'

export type ListField = {
  readonly label: string
  readonly type: FieldType
  /** The values of a choice, with their labels. */
  readonly options?: Readonly<Record<string, string>>
  readonly filter?: boolean
  readonly sort?: boolean
}
export type ListFields = Readonly<Record<string, ListField>>

export type Direction = 'asc' | 'desc'
export type Sort<F extends string = string> = `${F}:${Direction}`

export type ListDeclaration<F extends ListFields = ListFields> = {
  /** The key of its columns in the preferences and of its saved views. */
  readonly name: string
  /** Its heading, in the plural. */
  readonly title: string
  readonly fields: F
  /** Without a sort in the query. The id of the row is always added last. */
  readonly sort: readonly Sort<keyof F & string>[]
}

export function list<const F extends ListFields>(declaration: ListDeclaration<F>): ListDeclaration<F> {
  return declaration
}

export const PAGE_SIZES = [10, 25, 50, 100] as const
export const MAX_SORTS = 3
export const MAX_FILTER_VALUES = 100
/** Columns as the list shows them, in their order; or those of the template for imports. */
export const EXPORT_FORMS = ['view', 'template'] as const

/**
 * What a field has to fulfil. `in`: one of the values. `contains`: part of a text, in any case. `from`, `to`: a range
 * with both ends included; values of every type are text. `empty`: true includes rows without a value (with a range:
 * in addition to it), false excludes them.
 */
export type Condition = {
  readonly in?: readonly string[] | undefined
  readonly contains?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly empty?: boolean | undefined
}

export type Filters<F extends string = string> = { readonly [K in F]?: Condition | undefined }

/** The part of a query that decides which rows there are, for exports and for "all that match". */
export type Selection<F extends string = string> = {
  readonly search?: string | undefined
  readonly filters?: Filters<F> | undefined
}

export type ListQuery<F extends string = string> = Selection<F> & {
  readonly sort?: readonly Sort<F>[] | undefined
  readonly page: number
  readonly page_size: (typeof PAGE_SIZES)[number]
  /** Opaque, from `next` or `previous` of a reply to the same query: the page after or before that one, at any depth. */
  readonly after?: string | undefined
}
export type FieldOf<D extends ListDeclaration> = keyof D['fields'] & string
