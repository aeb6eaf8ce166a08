import type { InquiryResult } from '@backoffice/contract/endpoints/inquiries'
import { NOT_INCLUDED, replyText } from '@backoffice/contract/reply-text'
import { useCopy } from '../../../kit/use-copy.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import css from './single.module.css'

type Props = {
  result: InquiryResult
  /** The form differs from the request of the result. */
  isOutdated: boolean
}

/** The text to paste into the ticket. */
export function ReplyText({ result, isOutdated }: Props) {
  const sentences = replyText(result)
  const { copy, status } = useCopy(sentences.join('\n'))
  return (
    <Card
      title="Reply text"
      aside={
        <>
          <span role="status">{isOutdated ? 'Previous inquiry' : status}</span>
          <Button icon={<Icon name="copy" size={14} />} onClick={copy} disabled={isOutdated}>
            Copy
          </Button>
        </>
      }
    >
      <div className={css.text}>
        {[...sentences.entries()].map(([place, sentence]) => (
          <p key={place} data-tone={sentence.startsWith(NOT_INCLUDED) ? 'warn' : undefined}>
            {sentence}
          </p>
        ))}
      </div>
    </Card>
  )
}
