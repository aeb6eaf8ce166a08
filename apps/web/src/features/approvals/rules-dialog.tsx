import { may } from '@backoffice/contract/access'
import {
  APPROVAL_KINDS,
  type ApprovalRule,
  approvalEndpoints,
  MIN_DECIDERS,
  type WaitingChange,
} from '@backoffice/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { RefusalNotice } from '../../kit/feedback/refusal-notice.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './approvals.module.css'
import { rulesQuery } from './approvals-queries.ts'
import { approvalKeys } from './requests/approval-queries.ts'
import { WaitingText, waitingQuery } from './requests/waiting-changes.tsx'

const TITLE = 'Approval rules'
const refresh = () => queryClient.invalidateQueries({ queryKey: approvalKeys.all })

/** The rules, which holders of `approval:manage` switch. Others read them. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(rulesQuery)
  const { data: waiting } = useQuery(waitingQuery('approval-rule'))
  const isAnyOn = data?.items.some(({ is_on }) => is_on) ?? false
  const mayManage = may(useUser(), 'approval:manage')
  return (
    <Dialog label={TITLE} onClose={onClose}>
      <DialogHead title={TITLE} onClose={onClose} />
      <div className={css.rules}>
        {error && (
          <ErrorNotice what="The rules" error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton width="100%" height={240} />}
        {data && (
          <>
            <p className={css.quiet}>
              {data.deciders === 1 ? '1 person' : `${data.deciders} people`} can approve. A rule needs at
              least {MIN_DECIDERS}.
              {isAnyOn && ' While a rule is on, changes of rules and new deciders need approval too.'}
            </p>
            {!mayManage && (
              <p className={css.quiet}>Only users with the permission approval:manage can change rules.</p>
            )}
            <ul className={css.ruleList}>
              {data.items.map((rule) => (
                <Rule
                  key={`${rule.kind} ${rule.version}`}
                  rule={rule}
                  mayManage={mayManage}
                  waiting={waiting?.items.find(({ records }) => records.includes(rule.kind))}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

type RuleProps = { rule: ApprovalRule; mayManage: boolean; waiting: WaitingChange | undefined }

function Rule({ rule, mayManage, waiting }: RuleProps) {
  const { kind, version, is_on, threshold } = rule
  const { label, description, unit } = APPROVAL_KINDS[kind]
  const [typed, setTyped] = useState(String(threshold ?? ''))
  const { isPending, error, run } = useWrite({
    run: (changes: { is_on?: boolean; threshold?: number }) =>
      call(approvalEndpoints.updateRule, { params: { kind }, body: { version, ...changes } }),
    successText: (saved) => `${label}: ${saved.is_on ? 'on' : 'off'}`,
    refresh,
    // A toast would be behind the dialog.
    showsError: true,
  })
  const wanted = /^[1-9]\d{0,6}$/.test(typed.trim()) ? Number(typed) : undefined
  const isTyped = threshold !== null && typed.trim() !== String(threshold)
  const problem = threshold !== null && wanted === undefined
  // The input belongs to the rule that is switched.
  const change = () => !problem && run({ is_on: !is_on, ...(isTyped && wanted && { threshold: wanted }) })
  return (
    <li>
      <div className={css.ruleHead}>
        <span>
          <strong>{label}</strong> <Badge tone={is_on ? 'ok' : 'quiet'}>{is_on ? 'On' : 'Off'}</Badge>
        </span>
        <PermissionGate permission="approval:manage">
          <Button
            busy={isPending}
            aria-label={`Switch ${is_on ? 'off' : 'on'}: ${label}`}
            aria-disabled={problem || undefined}
            onClick={change}
          >
            {is_on ? 'Switch off' : 'Switch on'}
          </Button>
        </PermissionGate>
      </div>
      <p className={css.quiet}>{description}</p>
      {error !== undefined && <RefusalNotice error={error} />}
      {waiting && (
        <Notice tone="info">
          {phraseChange(waiting, unit)} <WaitingText change={waiting} />
        </Notice>
      )}
      {threshold !== null && !mayManage && (
        <p>Allowed without approval: {plural(threshold, unit)} in 24 hours</p>
      )}
      {threshold !== null && mayManage && (
        <div className={css.threshold}>
          <TextField
            label={`${capitalised(unit)}s allowed without approval`}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            {...(problem && { error: 'Use a whole number from 1' })}
          />
          {wanted !== undefined && isTyped && (
            <PermissionGate permission="approval:manage">
              <Button busy={isPending} onClick={() => run({ threshold: wanted })}>
                Save
              </Button>
            </PermissionGate>
          )}
        </div>
      )}
    </li>
  )
}

/** `To be switched on, above 400 rows.` */
function phraseChange({ changes: { is_on, threshold } }: WaitingChange, unit: string): string {
  const parts = [
    ...(is_on ? [`switched ${is_on[1] === true ? 'on' : 'off'}`] : []),
    ...(threshold ? [`above ${plural(Number(threshold[1]), unit)}`] : []),
  ]
  return parts.length > 0 ? `To be ${parts.join(', ')}.` : ''
}
