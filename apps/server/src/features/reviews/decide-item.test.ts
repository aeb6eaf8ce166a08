import { expect, test } from 'vitest'
import { nextDecision } from './decide-item.ts'

const NONE = {
  decision: null,
  replacement_id: null,
  replacement_name: null,
  decided_by: null,
  agreed_by: null,
}
const removal = (agreed_by: string | null = null) =>
  ({
    decision: 'REMOVE',
    replacement_id: 'role',
    replacement_name: 'Less',
    decided_by: 'ana',
    agreed_by,
  }) as const
const KEPT = {
  decision: 'KEEP',
  replacement_id: null,
  replacement_name: null,
  decided_by: 'ana',
  agreed_by: null,
} as const

const keep = { decision: 'KEEP', replacement_id: undefined } as const
const remove = (replacement_id?: string) => ({ decision: 'REMOVE', replacement_id }) as const
const takeBack = { decision: null, replacement_id: undefined }
const decided = (...overturned: string[]) => ({ kind: 'decide', overturned, keepsAgreement: false })

test.each([
  ['a first decision', NONE, keep, 'ana', decided()],
  ['nothing to take back', NONE, takeBack, 'ana', { kind: 'unchanged' }],
  ['another reviewer keeps too', KEPT, keep, 'ben', { kind: 'unchanged' }],
  ['another reviewer removes what was kept', KEPT, remove(), 'ben', decided('ana')],
  ['their own decision', KEPT, remove(), 'ana', decided()],
  ['the second reviewer', removal(), remove(), 'ben', { kind: 'agree' }],
  ['the second reviewer, with the same replacement', removal(), remove('role'), 'ben', { kind: 'agree' }],
  ['another replacement', removal(), remove('other'), 'ben', decided('ana')],
  ['a third reviewer', removal('ben'), remove(), 'eve', { kind: 'unchanged' }],
  ['the first reviewer again', removal('ben'), remove('role'), 'ana', { ...decided(), keepsAgreement: true }],
  ['the first reviewer, the default', removal('ben'), remove(), 'ana', decided('ben')],
  ['the first reviewer, another replacement', removal('ben'), remove('other'), 'ana', decided('ben')],
  ['the second reviewer takes back', removal('ben'), takeBack, 'ben', { kind: 'withdraw' }],
  ['the first reviewer takes back', removal('ben'), takeBack, 'ana', { kind: 'leave' }],
  ['the only reviewer takes back', removal(), takeBack, 'ana', decided()],
  ['a third reviewer takes back', removal('ben'), takeBack, 'eve', decided('ana', 'ben')],
  ['the second reviewer keeps', removal('ben'), keep, 'ben', decided('ana')],
  ['the first reviewer keeps', removal('ben'), keep, 'ana', decided('ben')],
] as const)('%s', (_, current, choice, by, expected) => {
  expect(nextDecision(current, choice, by)).toEqual(expected)
})
