import type { Ref } from 'react'
import type { SelectOption, SelectOptions, SelectValue } from './options.ts'

type One<V extends SelectValue> = {
  multiple?: false
  value: V | null | undefined
  /** Called with null when the value is removed. */
  onChange: (value: V | null) => void
}

type Many<V extends SelectValue> = {
  multiple: true
  value: readonly V[] | null | undefined
  onChange: (value: V[]) => void
}

type Control = {
  /** Id of the search input, for the `htmlFor` of a label. */
  id?: string | undefined
  name?: string | undefined
  /** The search input. */
  ref?: Ref<HTMLInputElement> | undefined
  /** Called when the focus leaves the whole select. */
  onBlur?: (() => void) | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
  'aria-describedby'?: string | undefined
  /** Ignored; accepted so that the control props of a Field can be spread. */
  className?: string | undefined
}

type SharedProps<V extends SelectValue> = Control & {
  /** Keep the array between renders, because a new array is indexed again. */
  options: SelectOptions<V>
  /** Labels of selected options that an asynchronous list does not contain. */
  known?: readonly SelectOption<V>[] | undefined
  /** Makes the search input `required` while nothing is selected. */
  required?: boolean
  disabled?: boolean
  loading?: boolean
  /** Error that replaces the list. */
  problem?: string | undefined
  placeholder?: string
  searchable?: boolean
  /** False: `onSearchChange` must update the options. */
  internalSearch?: boolean
  onSearchChange?: ((query: string) => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  compare?: ((a: SelectOption<V>, b: SelectOption<V>) => number) | undefined
  /** Maximum number of values of a multiple select. */
  max?: number | undefined
  /** Maximum number of chips; further values are counted. */
  limit?: number
  optionsLimit?: number
  allowEmpty?: boolean
  hideSelected?: boolean
  preserveSearch?: boolean
  clearOnSelect?: boolean
  closeOnSelect?: boolean
  /** The row of a group selects or removes all of it; with `multiple`. */
  groupSelect?: boolean
  /** Requires `onTag`, which must add the option and the value. */
  taggable?: boolean
  onTag?: ((text: string) => void) | undefined
  tagPosition?: 'top' | 'bottom'
  /** Shows hints at the right of a row. */
  showLabels?: boolean
}

export type SelectProps<V extends SelectValue> = SharedProps<V> & (One<V> | Many<V>)

/** Limits of every select, in rows and pixels, and its messages. */
export const OPTIONS_LIMIT = 1_000
export const MAX_HEIGHT_PX = 300
export const OPTION_HEIGHT_PX = 40
/** Maximum number of chips; further values are counted. */
export const CHIPS_LIMIT = 99_999

export const MESSAGES = {
  placeholder: 'Select option',
  tag: 'Press enter to create a tag',
  select: 'Press enter to select',
  deselect: 'Press enter to remove',
  selected: 'Selected',
  selectGroup: 'Press enter to select group',
  deselectGroup: 'Press enter to deselect group',
  noResult: 'No elements found. Consider changing the search query.',
  noOptions: 'List is empty.',
  loading: 'Loading…',
  loadFailed: 'The options could not be loaded. Close the list and open it to try again.',
} as const

export const maxMessage = (max: number) =>
  `Maximum of ${max} options selected. First remove a selected option to select another.`

export const moreLabel = (more: number) => `and ${more} more`
