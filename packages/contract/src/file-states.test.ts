import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canTransition,
  FILE_STATES,
  FILE_TRANSITIONS,
  type FileState,
  type FileTransition,
  isFinalState,
  isInProgress,
} from './file-states.ts'

// The table's own keys.
const STEPS = Object.keys(FILE_TRANSITIONS) as FileTransition[]
const canBecome = (from: FileState, to: FileState) =>
  STEPS.some((step) => canTransition(from, step) && FILE_TRANSITIONS[step].to === to)

const state = fc.constantFrom(...FILE_STATES)

/** The steps of the flow, written out a second time as a person would draw them. */
const DRAWN: readonly [FileState, FileState][] = [
  ['PENDING_UPLOAD', 'UPLOADED'],
  ['PENDING_UPLOAD', 'EXPIRED'],
  ['UPLOADED', 'VALIDATING'],
  ['VALIDATING', 'AWAITING_CONFIRMATION'],
  ['VALIDATING', 'REJECTED'],
  ['AWAITING_CONFIRMATION', 'QUEUED'],
  ['AWAITING_CONFIRMATION', 'EXPIRED'],
  ['QUEUED', 'PROCESSING'],
  ['PROCESSING', 'COMPLETED'],
  ['PROCESSING', 'COMPLETED_WITH_ERRORS'],
  ['FAILED', 'QUEUED'],
  ['FAILED', 'UPLOADED'],
]

test('every drawn step is possible; beside them only cancelling and failing while it is not over', () => {
  for (const from of FILE_STATES) {
    for (const to of FILE_STATES) {
      const isDrawn = DRAWN.some(([a, b]) => a === from && b === to)
      const isOver = isFinalState(from)
      const isStop = !isOver && (to === 'CANCELLED' || (to === 'FAILED' && isInProgress(from)))
      expect([from, to, canBecome(from, to)]).toEqual([from, to, isDrawn || isStop])
    }
  }
})

test('no walk leaves an end, but by the retry of a failed file', () => {
  fc.assert(
    fc.property(fc.array(state, { minLength: 2, maxLength: 40 }), (wishes) => {
      let at: FileState = 'PENDING_UPLOAD'
      for (const wish of wishes) {
        if (!canBecome(at, wish)) continue
        if (isFinalState(at)) expect([at, ['QUEUED', 'UPLOADED'].includes(wish)]).toEqual(['FAILED', true])
        at = wish
      }
    }),
  )
})
