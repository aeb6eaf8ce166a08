import type { Ref } from 'react'
import type { SelectOption, SelectOptions, SelectValue } from './options.ts'

type One<V extends SelectValue> = {
  multiple?: false
  value: V | null | undefined
  /** Null when the value was removed. */
  onChange: (value: V | null) => void
}

type Many<V extends SelectValue> = {
  multiple: true
  value: readonly V[] | null | undefined
  onChange: (value: V[]) => void
}

type Control = {
  /** Of the search input, for the `htmlFor` of a label. */
  id?: string | undefined
  name?: string | undefined
  /** The search input. */
  ref?: Ref<HTMLInputElement> | undefined
  /** When the focus leaves the whole select. */
  onBlur?: (() => void) | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
  'aria-describedby'?: string | undefined
  /** Ignored: accepted so that the props of a Field's control can be spread. */
  className?: string | undefined
}

type Shared<V extends SelectValue> = Control & {
  /** Keep the array between renders: a new one is indexed again. */
  options: SelectOptions<V>
  /** For the labels of selected options that an asynchronous list does not contain. */
  known?: readonly SelectOption<V>[] | undefined
  /** Makes the search input `required` while nothing is selected. */
  required?: boolean
  disabled?: boolean
  loading?: boolean
  /** Shown instead of the list: why there are no options. */
  problem?: string | undefined
  placeholder?: string
  searchable?: boolean
  /** Off: the list is shown as given, and `onSearchChange` has to update it. */
  internalSearch?: boolean
  onSearchChange?: ((query: string) => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  compare?: ((a: SelectOption<V>, b: SelectOption<V>) => number) | undefined
  /** The maximum number of values of a multiple select. */
  max?: number | undefined
  /** The number of chips shown; the rest is counted. */
  limit?: number
  optionsLimit?: number
  allowEmpty?: boolean
  hideSelected?: boolean
  preserveSearch?: boolean
  clearOnSelect?: boolean
  closeOnSelect?: boolean
  /** The row of a group selects or removes all of it; with `multiple`. */
  groupSelect?: boolean
  /** With `onTag`, which has to add the option and the value. */
  taggable?: boolean
  onTag?: ((text: string) => void) | undefined
  tagPosition?: 'top' | 'bottom'
  tagPlaceholder?: string
  /** The hints at the right of a row. */
  showLabels?: boolean
}

export type SelectProps<V extends SelectValue> = Shared<V> & (One<V> | Many<V>)
