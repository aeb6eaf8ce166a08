import { type Change, together } from './choices.ts'
import { notSaved, update, usePreferences } from './state.ts'

/** Holds at once, and is saved in the background. */
export function choose(change: Change): void {
  update({ pending: together(usePreferences.getState().pending, change), saving: 'under-way' })
  import('./saving.ts').then(({ saveSoon }) => saveSoon(), notSaved)
}

/** Tries again to save what could not be. */
export function saveAgain(): void {
  choose({})
}
