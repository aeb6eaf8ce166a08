import { formatNumber } from '../ui/format-number.ts'
import { Notice } from '../ui/notice.tsx'

type Props = { count: number; one: string; many: string }

/** What a copy is without, because its copier may not give it. */
export function LeftOutNotice({ count, one, many }: Props) {
  if (count === 0) return null
  return (
    <Notice tone="warn">
      {count === 1 ? `${one} of the original is` : `${formatNumber(count)} ${many} of the original are`} left
      out, because you can only give what you hold yourself.
    </Notice>
  )
}
