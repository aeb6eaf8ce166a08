import type { HOLD_DECISIONS } from '@backoffice/contract/file-states'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { SimilarNames } from '../../access/similar-names.tsx'
import { fileKeys } from '../tracked/file-queries.ts'

type Decision = (typeof HOLD_DECISIONS)[number]

const WORDS = {
  RELEASED: {
    title: 'Release this result?',
    message: 'Everyone who may open this file can then download it.',
    yes: 'Release result',
    successText: 'Result released',
  },
  REFUSED: {
    title: 'Don’t release this result?',
    message: 'It stays on this screen without a download, with your reason. It can be released later.',
    yes: 'Don’t release',
    successText: 'Result not released',
  },
} as const satisfies Record<Decision, unknown>

type Props = { file: TrackedFile; decision: Decision; onClose: () => void }

/** Dialog for the reason of a decision about a held result. */
export function ReleaseDialog({ file, decision, onClose }: Props) {
  const { source_filekey, version, uploaded_by } = file
  const { title, message, yes, successText } = WORDS[decision]
  const release = useWrite({
    run: ({ reason }: { reason: string }) =>
      call(fileEndpoints.release, { body: { source_filekey, version, decision, reason } }),
    successText,
    store: (file) => queryClient.setQueryData(fileKeys.detail(source_filekey), file),
  })
  const form = useRuleForm({
    fields: { reason: fileEndpoints.release.rules.reason },
    values: { reason: '' },
    submit: release.send,
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog form={form} {...{ title, message, yes, onClose }}>
      <SimilarNames name={uploaded_by.name} id={uploaded_by.id} />
      <TextArea {...form.field('reason')} hint="Visible to everyone who opens this file" maxLength={200} />
    </FormDialog>
  )
}
