/** Declaration and query of a list. The server accepts, and the screen offers, only declared filters and sorts. */

/** `code`: compared exactly and shown in monospace. `time`: an instant, filtered by days in Manila. */
export type ListedType = 'text' | 'code' | 'choice' | 'date' | 'time' | 'number'

export type ListField = {
  readonly label: string
  readonly type: ListedType
  /** Labels of a choice, by value. */
  readonly options?: Readonly<Record<string, string>>
  readonly filter?: boolean
  readonly sort?: boolean
}
export type ListFields = Readonly<Record<string, ListField>>

export type Direction = 'asc' | 'desc'
export type Sort<F extends string = string> = `${F}:${Direction}`

export type ListDeclaration<F extends ListFields = ListFields> = {
  /** Key of its column preferences and saved views. */
  readonly name: string
  /** Heading, plural. */
  readonly title: string
  readonly fields: F
  /** Default sort. Rows that are equal in another sort keep this order. */
  readonly sort: readonly Sort<keyof F & string>[]
  /** Order of rows that are equal in the default sort too. The id is always last. */
  readonly ties?: readonly Sort<keyof F & string>[]
}

export function list<const F extends ListFields>(declaration: ListDeclaration<F>): ListDeclaration<F> {
  return declaration
}

export const PAGE_SIZES = [10, 25, 50, 100] as const
export const MAX_SORTS = 3
export const MAX_FILTER_VALUES = 100
/** `view`: the shown columns in their order. `template`: the columns of the import template. */
export const EXPORT_FORMS = ['view', 'template'] as const

/**
 * Condition of a field. `in`: one of the values. `contains`: part of a text, ignoring case. `from`, `to`: an inclusive
 * range; values of every type are text. `empty`: true includes rows without a value, false excludes them.
 */
export type Condition = {
  readonly in?: readonly string[] | undefined
  readonly contains?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly empty?: boolean | undefined
}

export type Filters<F extends string = string> = { readonly [K in F]?: Condition | undefined }

/** Search and filters of a query, for exports and actions on all matches. */
export type Selection<F extends string = string> = {
  readonly search?: string | undefined
  readonly filters?: Filters<F> | undefined
}

export type ListQuery<F extends string = string> = Selection<F> & {
  readonly sort?: readonly Sort<F>[] | undefined
  readonly page: number
  readonly page_size: (typeof PAGE_SIZES)[number]
  /** Opaque cursor from `next` or `previous` of a reply to the same query. */
  readonly after?: string | undefined
}
export type FieldOf<D extends ListDeclaration> = keyof D['fields'] & string
