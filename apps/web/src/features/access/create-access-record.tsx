import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Notice } from '../../ui/notice.tsx'
import { type AccessItem, type AccessValues, accessQuery, copyOf, storeAccess } from './access-form.ts'
import { policyOptionsQuery, refreshAccess } from './access-queries.ts'
import type { AccessView } from './access-record-screen.tsx'

type Props<R extends AccessItem, V extends AccessValues> = {
  view: Pick<AccessView<R, V>, 'accessForm' | 'Fields'>
  /** Id of the record to copy. */
  from: string | undefined
}

/** A new or copied role or policy, next to the list. */
export function CreateAccessRecord<R extends AccessItem, V extends AccessValues>({
  view,
  from,
}: Props<R, V>) {
  const { accessForm } = view
  const { noun, title } = accessForm
  const user = useUser()
  const back = listLink(accessForm)
  const original = useQuery({ ...accessQuery(accessForm, from ?? ''), enabled: from !== undefined })
  // The options are the policies that the user may grant.
  const offered = useQuery({ ...policyOptionsQuery, enabled: noun === 'role' })
  const policies = noun === 'role' ? offered.data : []
  const queries = noun === 'role' ? [original, offered] : [original]
  const query = {
    data: original.data && policies && copyOf(accessForm, original.data, user, policies),
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ error, refetch }) => error && refetch())),
  }
  return (
    <RecordPane
      heading={`Create ${noun}`}
      title={`Create ${noun}`}
      isMissing={!query.data && isGone(query)}
      width="wide"
      back={back}
    >
      {from === undefined ? (
        <CreateForm view={view} values={accessForm.empty} leftOut={0} />
      ) : (
        <RecordContent {...{ query, noun, title, back }} keepsGone>
          {(copy) => <CreateForm key={from} view={view} {...copy} />}
        </RecordContent>
      )}
    </RecordPane>
  )
}

type FormProps<R extends AccessItem, V extends AccessValues> = Pick<Props<R, V>, 'view'> & {
  values: V
  /** Count of the original's items that the user may not grant. */
  leftOut: number
}

function CreateForm<R extends AccessItem, V extends AccessValues>({
  view: { accessForm, Fields },
  values,
  leftOut,
}: FormProps<R, V>) {
  const navigate = useNavigate()
  const { noun } = accessForm
  const write = useWrite({
    isRepeatable: true,
    run: accessForm.create,
    successText: ({ name }) => `${name} created`,
    store: (created) => {
      storeAccess(accessForm, created)
      setLastRow(created.id)
    },
    refresh: refreshAccess,
  })
  const form = useRuleForm<V, R>({
    fields: accessForm.rules,
    values,
    submit: write.send,
    saved: (_, { id }) => void navigate(recordLink(accessForm, id)),
  })
  // The permission exists for each noun.
  const permission: Permission = `${noun}:create`
  return (
    <RecordForm
      label={`Details of the new ${noun}`}
      form={form}
      permission={permission}
      onCancel={() => void navigate(listLink(accessForm))}
      notices={
        leftOut > 0 && (
          <Notice tone="warn">
            {leftOut === 1
              ? `${accessForm.leftOut.one} of the original is`
              : `${formatNumber(leftOut)} ${accessForm.leftOut.many} of the original are`}{' '}
            left out, because you can only grant access that you have yourself.
          </Notice>
        )
      }
    >
      <Fields form={form} stored={undefined} isReadOnly={false} />
    </RecordForm>
  )
}
