import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { formatNumber } from './format-number.ts'
import { Icon } from './icon.tsx'
import css from './pager.module.css'

type Props = {
  label: string
  page: number
  /** Default: computed from the total. */
  pages?: number
  pageSize: number
  total: number
  estimated?: boolean
  sizes: readonly number[]
  /** Undefined without a next page. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onSize: (size: number) => void
  /** Actions on the selected rows. */
  children?: ReactNode
  /** Shown without actions. */
  note?: ReactNode
}

export function Pager(props: Props) {
  const {
    label,
    page,
    pageSize,
    total,
    estimated = false,
    sizes,
    onNext,
    onPrevious,
    onSize,
    children,
    note,
  } = props
  const { pages = pagesOf(total, pageSize) } = props
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = estimated ? page * pageSize : Math.min(total, page * pageSize)
  return (
    <div className={css.foot} data-busy={children ? true : undefined}>
      {children || note}
      <nav className={css.pager} aria-label={label}>
        <span className={css.rows}>
          {formatNumber(Math.min(first, last))}–{formatNumber(last)} of {estimated && 'about '}
          {formatNumber(total)}
        </span>
        <span className={css.pages}>
          <Button variant="quiet" aria-label="Previous page" aria-disabled={!onPrevious} onClick={onPrevious}>
            <Icon name="previous" size={14} />
          </Button>
          <span>
            <span className={css.word}>Page </span>
            {formatNumber(page)} of {estimated && 'about '}
            {formatNumber(pages)}
          </span>
          <Button variant="quiet" aria-label="Next page" aria-disabled={!onNext} onClick={onNext}>
            <Icon name="next" size={14} />
          </Button>
        </span>
        <select
          className={css.size}
          aria-label="Rows per page"
          value={pageSize}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </nav>
    </div>
  )
}

export function pagesOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
