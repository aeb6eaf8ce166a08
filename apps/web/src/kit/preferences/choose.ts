import { type Change, mergeChanges } from './choices.ts'
import { reportSaveError, update, usePreferences } from './state.ts'

/** Holds at once, and is saved in the background. */
export function choose(change: Change): void {
  update({ pending: mergeChanges(usePreferences.getState().pending, change), saving: 'under-way' })
  import('./saving.ts').then(({ saveSoon }) => saveSoon(), reportSaveError)
}

/** Tries again to save what could not be. */
export function saveAgain(): void {
  choose({})
}
