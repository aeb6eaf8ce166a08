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
