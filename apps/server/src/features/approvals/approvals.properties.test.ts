import { MIN_DECIDERS } from '@backoffice/contract/approvals'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidersIn } from '../../testing/access-model.ts'
import { ApprovalJournal, isAnyRuleOn } from '../../testing/approval-journal.ts'
import { createModel, readRequests, readState } from '../../testing/approval-state.ts'
import { approvalStep } from '../../testing/approval-steps.ts'
import { switchRule } from '../../testing/approvals.ts'
import { createPerformer } from '../../testing/perform-approval-step.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const steps = fc.array(approvalStep, { minLength: 30, maxLength: 60, size: 'max' })

test('after any steps, deciders are others, access is as in the model and as predicted, and two deciders remain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(true, true, false), steps, async (isOn, steps) => {
      const system = await startTestSystem()
      try {
        await switchRule(system, 'HIGH_RISK_GRANT', isOn)
        const { perform, takers } = await createPerformer(system)
        const model = await createModel(system)
        const journal = new ApprovalJournal(model, takers)
        let before = await readRequests(system)
        for (const step of steps) {
          const performed = await perform(step)
          const [state, after] = [await readState(system), await readRequests(system)]
          const statusOf = (id: string) => state.users.get(id)?.status ?? 'DELETED'
          journal.follow(step.do, performed, { before, after, statusOf })
          expect(state).toEqual(model.state())
          if (isAnyRuleOn(state)) expect(decidersIn(state).length).toBeGreaterThanOrEqual(MIN_DECIDERS)
          before = after
        }
        await checkTrail(system)
      } finally {
        await system.stop()
      }
    }),
    { numRuns: propertyRuns(50), endOnFailure: true },
  )
}, 300_000)

/** Each decision is by a user other than the requester, whatever their roles were since, and each end has one event. */
async function checkTrail({ pool }: TestSystem): Promise<void> {
  const { rows: own } = await pool.query(
    `SELECT id FROM approvals
     WHERE status IN ('EXECUTED', 'REJECTED') AND (decided_by = requested_by OR decided_by = ANY (subjects))
     UNION ALL SELECT resource_id::uuid FROM audit_events WHERE approved_by_id = actor_id`,
  )
  expect(own).toEqual([])
  const { rows: others } = await pool.query(
    `SELECT status, events FROM approvals, LATERAL (
       SELECT count(*)::int AS events FROM audit_events WHERE resource_id = approvals.id::text AND outcome = 'done'
       AND action IN ('approval.approve', 'approval.reject', 'approval.withdraw', 'approval.fail', 'approval.expire')
     ) AS trail WHERE events <> CASE status WHEN 'PENDING' THEN 0 ELSE 1 END`,
  )
  expect(others).toEqual([])
}
