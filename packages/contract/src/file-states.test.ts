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

const STEPS = Object.keys(FILE_TRANSITIONS) as FileTransition[]
const canBecome = (from: FileState, to: FileState) =>
  STEPS.some((step) => canTransition(from, step) && FILE_TRANSITIONS[step].to === to)

const state = fc.constantFrom(...FILE_STATES)

/** Expected steps of the flow. */
const EXPECTED: readonly [FileState, FileState][] = [
  ['PENDING_UPLOAD', 'UPLOADED'],
  ['PENDING_UPLOAD', 'EXPIRED'],
  ['UPLOADED', 'VALIDATING'],
  ['VALIDATING', 'AWAITING_CONFIRMATION'],
  ['VALIDATING', 'REJECTED'],
  ['VALIDATING', 'MATCHING'],
  ['MATCHING', 'VALIDATING'],
  ['MATCHING', 'EXPIRED'],
  ['AWAITING_CONFIRMATION', 'VALIDATING'],
  ['AWAITING_CONFIRMATION', 'QUEUED'],
  ['AWAITING_CONFIRMATION', 'EXPIRED'],
  ['QUEUED', 'PROCESSING'],
  ['PROCESSING', 'COMPLETED'],
  ['PROCESSING', 'COMPLETED_WITH_ERRORS'],
  ['FAILED', 'QUEUED'],
  ['FAILED', 'UPLOADED'],
]

test('allows exactly the expected steps, plus cancelling and failing before the end', () => {
  for (const from of FILE_STATES) {
    for (const to of FILE_STATES) {
      const isExpected = EXPECTED.some(([a, b]) => a === from && b === to)
      const isOver = isFinalState(from)
      const isStop = !isOver && (to === 'CANCELLED' || (to === 'FAILED' && isInProgress(from)))
      expect([from, to, canBecome(from, to)]).toEqual([from, to, isExpected || isStop])
    }
  }
})

test('only the retry of a failed file leaves a final state', () => {
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
