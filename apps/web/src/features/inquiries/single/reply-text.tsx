import type { InquiryResult } from '@backoffice/contract/inquiries'
import {
  arrangeSentences,
  composedText,
  LANGUAGE_LABELS,
  LANGUAGES,
  STARTER_TEMPLATE,
  templateKindOf,
} from '@backoffice/contract/reply/templates'
import { replySentences } from '@backoffice/contract/reply-text'
import { useCopy } from '../../../kit/feedback/use-copy.ts'
import { choose, useReplyLanguage } from '../../../kit/preferences/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useTemplate } from '../../reply-templates/template-queries.ts'
import { TemplatesButton } from '../../reply-templates/templates-button.tsx'
import css from './reply-text.module.css'

type Props = {
  result: InquiryResult
  /** The form differs from the request of the result. */
  isOutdated: boolean
}

const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))

/** The text to paste into the ticket, in the chosen language. */
export function ReplyText({ result, isOutdated }: Props) {
  const language = useReplyLanguage()
  const kind = templateKindOf(result)
  const loaded = useTemplate(kind, language)
  const template = loaded ?? STARTER_TEMPLATE
  const sentences = replySentences(result, language)
  const { copy, status } = useCopy(composedText(sentences, template))
  return (
    <Card
      title="Reply text"
      aside={
        <>
          <span role="status">{isOutdated ? 'Previous inquiry' : status}</span>
          <Button icon={<Icon name="copy" size={14} />} onClick={copy} disabled={isOutdated || !loaded}>
            Copy
          </Button>
        </>
      }
    >
      <div className={css.text} lang={language}>
        <Paragraphs text={template.greeting} />
        {arrangeSentences(sentences, template.parts).map(({ part, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity but their place
          <p key={place} data-tone={part === 'not_included' ? 'warn' : undefined}>
            {text}
          </p>
        ))}
        <Paragraphs text={template.closing} />
      </div>
      <div className={css.foot}>
        <Segments
          label="Language"
          options={LANGUAGE_OPTIONS}
          value={language}
          onChange={(reply_language) => choose({ reply_language })}
        />
        <TemplatesButton kind={kind} variant="quiet">
          Edit templates
        </TemplatesButton>
      </div>
    </Card>
  )
}

/** A greeting or closing with its lines; nothing for an empty one. */
function Paragraphs({ text }: { text: string }) {
  return text === '' ? null : <p className={css.own}>{text}</p>
}
