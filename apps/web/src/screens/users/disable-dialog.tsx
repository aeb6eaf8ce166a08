import type { UserRow } from '@backoffice/contract/endpoints/users'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { OpenWorkList } from './open-work.tsx'
import { RECEIVER_LABEL, Receiver, useHandOver } from './receiver.tsx'
import { fullName, hasOpenWork, usersInWords } from './user-words.ts'
import { openWorkQuery } from './users-queries.ts'

type Props = {
  rows: readonly UserRow[]
  /** Throws if the whole call is refused. */
  onDisable: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Dialog for the reason. For a single user it offers to reassign open work. */
export function DisableDialog({ rows, onDisable, onClose }: Props) {
  const [only, ...others] = rows
  const leaver = others.length === 0 ? only : undefined
  const { data: work } = useQuery({ ...openWorkQuery(leaver?.id ?? ''), enabled: leaver !== undefined })
  const hasOpen = work !== undefined && hasOpenWork(work)
  const handOver = useHandOver(leaver?.id ?? '')
  const title = `Disable ${usersInWords(rows)}?`
  const form = useRuleForm({
    fields: {
      reason: { label: 'Reason', rules: 'required|max:200' },
      ...(hasOpen && { to: { label: RECEIVER_LABEL, rules: '' } }),
    },
    values: { reason: '', to: '' },
    submit: async ({ reason, to }) => {
      if (to !== '') await handOver.send(to)
      await onDisable(reason)
    },
    saved: onClose,
    askOnLeaving: false,
  })
  const isHandingOver = form.watch('to') !== '' && !handOver.isDone
  return (
    <FormDialog
      form={form}
      title={title}
      message={
        <>
          Their sessions end and they lose access immediately. The account, its role and its history stay, and
          it can be enabled again.
          {!leaver && ' Their running work fails. To reassign it, disable one user at a time.'}
        </>
      }
      yes={isHandingOver ? 'Reassign and disable' : 'Disable'}
      isDangerous
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
      {leaver && (
        <OpenWorkList
          userId={leaver.id}
          lead={(work) => `${fullName(leaver)} has ${work}. Running work fails unless it is reassigned:`}
        />
      )}
      {leaver && hasOpen && !handOver.isDone && <Receiver except={leaver.id} field={form.widget('to')} />}
    </FormDialog>
  )
}
