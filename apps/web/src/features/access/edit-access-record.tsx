import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  type AccessForm,
  type AccessItem,
  type AccessValues,
  asText,
  changeOf,
  changesOf,
  describeChanges,
  fromText,
  storeAccess,
  textLabel,
} from './access-form.ts'
import { policyOptionsQuery, roleOptionsQuery } from './access-queries.ts'
import css from './access-record.module.css'
import { AccessConflict, AccessNotices } from './access-versions.tsx'
import { ImpactPanel } from './impact-panel.tsx'
import { useAccessForm } from './use-access-form.ts'

export type FieldsProps<R extends AccessItem, V extends AccessValues> = {
  form: RuleForm<V>
  /** The stored record; undefined for a new one. */
  stored: R | undefined
  isReadOnly: boolean
  /** Impact of saving; undefined for a form that saves no stored record. */
  impact?: ReactNode
}

type Props<R extends AccessItem, V extends AccessValues> = {
  accessForm: AccessForm<R, V>
  Fields: ComponentType<FieldsProps<R, V>>
  record: R
}

/** The form of a role or policy, with the impact of saving it. */
export function EditAccessRecord<R extends AccessItem, V extends AccessValues>({
  accessForm,
  Fields,
  record,
}: Props<R, V>) {
  const navigate = useNavigate()
  const { noun, valuesOf } = accessForm
  const { data: offered = [] } = useQuery({ ...policyOptionsQuery, enabled: noun === 'role' })
  const { data: roles = [] } = useQuery({ ...roleOptionsQuery, enabled: noun === 'role' })
  const close = () => void navigate(listLink(accessForm))
  // The permission exists for each noun.
  const permission: Permission = `${noun}:update`
  const { form, isReadOnly, base, before, values, impact, conflict, ...versions } = useAccessForm({
    record,
    permission,
    fields: accessForm.rules,
    nameOf: ({ name }) => name,
    valuesOf,
    changeOf: (id, was, is) => changeOf(accessForm, id, was, is),
    changesOf,
    update: accessForm.update,
    store: (saved) => storeAccess(accessForm, saved),
    onSaved: close,
  })
  return (
    <>
      <RecordForm
        label={`Details of ${base.name}`}
        form={form}
        permission={permission}
        unsaved={describeChanges(accessForm, before, values)}
        onCancel={close}
        notices={<AccessNotices {...versions} />}
      >
        <Fields
          form={form}
          stored={base}
          isReadOnly={isReadOnly}
          impact={
            isReadOnly ? null : (
              <ImpactPanel noun={noun} state={impact}>
                Change {accessForm.describeChosen} to see which users gain or lose access.
              </ImpactPanel>
            )
          }
        />
      </RecordForm>
      {conflict && (
        <AccessConflict
          {...conflict}
          noun={noun}
          name={conflict.theirs.name}
          versions={{
            base: asText(accessForm, before),
            mine: asText(accessForm, values),
            theirs: asText(accessForm, valuesOf(conflict.theirs)),
          }}
          labelOf={(name) =>
            textLabel(accessForm, name, [
              ...offered,
              ...roles,
              ...accessForm.namedIn(base),
              ...accessForm.namedIn(conflict.theirs),
            ])
          }
          onSave={(result) => conflict.onSave(fromText(accessForm, result))}
        />
      )}
    </>
  )
}

/** A built-in role or policy, which is read-only. */
export function SystemAccessRecord<R extends AccessItem, V extends AccessValues>({
  accessForm: { noun, rules, valuesOf },
  Fields,
  record,
}: Props<R, V>) {
  const form = useRuleForm<V>({ fields: rules, values: valuesOf(record), submit: () => undefined })
  return (
    <>
      <div className={css.notice}>
        <Notice tone="info">This {noun} is built-in and can’t be edited. Copy it and edit the copy.</Notice>
      </div>
      <Fields form={form} stored={record} isReadOnly />
    </>
  )
}

type ColumnsProps<V extends AccessValues> = {
  form: RuleForm<V>
  isReadOnly: boolean
  /** The effect of the fields. */
  effect: ReactNode
  /** Fields below name and description. */
  children: ReactNode
}

/** The fields of a role or policy next to their effect; above it in a narrow window. */
export function AccessColumns<V extends AccessValues>({
  form,
  isReadOnly,
  effect,
  children,
}: ColumnsProps<V>) {
  return (
    <div className={css.columns}>
      <div className={css.fields}>
        <div className={css.names}>
          <TextField {...form.field('name')} readOnly={isReadOnly} maxLength={240} />
          <TextField {...form.field('description')} readOnly={isReadOnly} maxLength={800} />
        </div>
        {children}
      </div>
      <div className={css.effect}>{effect}</div>
    </div>
  )
}
