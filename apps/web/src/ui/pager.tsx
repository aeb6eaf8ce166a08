import { Button } from './button.tsx'
import { formatNumber } from './format-number.ts'
import css from './pager.module.css'

type Props = {
  label: string
  page: number
  pageSize: number
  total: number
  estimated?: boolean
  sizes: readonly number[]
  onPage: (page: number) => void
  onSize: (size: number) => void
}

export function Pager({ label, page, pageSize, total, estimated = false, sizes, onPage, onSize }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav className={css.pager} aria-label={label}>
      <span>
        {formatNumber(first)}–{formatNumber(last)} of {formatNumber(total)}
        {estimated && '+'}
      </span>
      <span className={css.pages}>
        <Button
          variant="quiet"
          aria-label="Previous page"
          aria-disabled={page <= 1}
          onClick={() => page > 1 && onPage(Math.min(page, pages + 1) - 1)}
        >
          ‹
        </Button>
        <span>
          Page {formatNumber(page)} of {formatNumber(pages)}
        </span>
        <Button
          variant="quiet"
          aria-label="Next page"
          aria-disabled={page >= pages}
          onClick={() => page < pages && onPage(page + 1)}
        >
          ›
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
  )
}
