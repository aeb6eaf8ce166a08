import {
  LANGUAGE_LABELS,
  LANGUAGES,
  type Language,
  TEMPLATE_KIND_LABELS,
  TEMPLATE_KINDS,
  type TemplateFormat,
} from '@backoffice/contract/reply/templates'
import type { ReplyTemplate } from '@backoffice/contract/reply-templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { mayLeave } from '../../kit/form/unsaved-changes.ts'
import { useReplyLanguage } from '../../kit/preferences/preferences.ts'
import { Dialog, DialogHead } from '../../ui/dialog.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { TemplateForm } from './template-form.tsx'
import { templatesQuery } from './template-queries.ts'
import css from './templates-dialog.module.css'

const TITLE = 'Reply templates'

type Props = { kind: TemplateFormat; onClose: () => void }

/** Editor of the templates of all kinds and languages, beginning with the shown one. */
export function TemplatesDialog({ kind: shownKind, onClose }: Props) {
  const [kind, setKind] = useState(shownKind)
  const [language, setLanguage] = useState<Language>(useReplyLanguage())
  const { data, error, isFetching, refetch } = useQuery(templatesQuery)
  const isChosen = (each: ReplyTemplate) => each.kind === kind && each.language === language
  const template = data?.items.find(isChosen)
  /** Asks first if the template has unsaved changes. */
  const leave = async (then: () => void) => {
    if (await mayLeave()) then()
  }
  const close = () => void leave(onClose)
  return (
    <Dialog label={TITLE} place="side" onClose={close}>
      <DialogHead title={TITLE} onClose={close} />
      <div className={css.content}>
        <div className={css.choice}>
          <NativeSelectField
            label="For replies about"
            value={kind}
            onChange={({ target: { value } }) => void leave(() => setKind(value as TemplateFormat))}
          >
            {TEMPLATE_KINDS.map((each) => (
              <option key={each} value={each}>
                {TEMPLATE_KIND_LABELS[each]}
              </option>
            ))}
          </NativeSelectField>
          <Segments
            label="Template language"
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
            value={language}
            onChange={(next) => void leave(() => setLanguage(next))}
          />
        </div>
        {template ? (
          <TemplateForm key={template.id} template={template} onClose={onClose} onCancel={close} />
        ) : error ? (
          <ErrorNotice what="The templates" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Loading height={400} />
        )}
      </div>
    </Dialog>
  )
}
