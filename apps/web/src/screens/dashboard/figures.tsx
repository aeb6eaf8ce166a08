import { may, type Permission } from '@backoffice/contract/access'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import css from './figures.module.css'

export type FigureTone = 'bad' | 'warn' | 'info' | 'ok'

/** Link to the list behind a figure, and the permissions that open it. */
export type Behind = { link: LinkProps; anyOf: readonly Permission[] }

/** Link to the list behind a figure, or plain text without the permission. */
export function BehindLink({ behind, children }: { behind: Behind | undefined; children: ReactNode }) {
  const user = useUser()
  const isOpen = behind?.anyOf.some((permission) => may(user, permission))
  if (!behind || !isOpen) return <>{children}</>
  return (
    <Link {...behind.link} className={css.behind}>
      {children}
    </Link>
  )
}

type LeadProps = {
  value: ReactNode
  tone?: FigureTone | undefined
  caption: ReactNode
  /** Values of the days up to the business date. */
  line?: { label: string; values: readonly number[] }
  behind?: Behind
}

/** Main figure of a tile. */
export function Lead({ value, tone, caption, line, behind }: LeadProps) {
  return (
    <div className={css.lead}>
      <div>
        <p className={css.big} data-tone={tone}>
          <BehindLink behind={behind}>{value}</BehindLink>
        </p>
        <p className={css.under}>{caption}</p>
      </div>
      {line && (
        <Sparkline label={`${line.label}: ${line.values.map(Math.round).join(', ')}`} values={line.values} />
      )}
    </div>
  )
}

export type Figure = {
  name: string
  value: number | null
  /** Replaces the number. */
  text?: string
  tone?: FigureTone | undefined
  behind?: Behind | undefined
}

/** Figures by name, each linked to its list. */
export function Figures({ figures, columns = 1 }: { figures: readonly Figure[]; columns?: 1 | 2 }) {
  return (
    <dl className={css.counts} data-columns={columns}>
      {figures.map(({ name, value, text, tone, behind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their places are fixed, and two may have one name
        <div key={at}>
          <dt>
            <BehindLink behind={behind}>{name}</BehindLink>
          </dt>
          <dd data-tone={value !== null && value !== 0 ? tone : undefined}>
            {text ?? (value === null ? '—' : formatNumber(value))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export type Bar = Figure & {
  /** Length of the bar; by default the value. */
  length?: number
  note?: string | undefined
  code?: string
}

/** Figures as bars with their numbers. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const lengthOf = ({ length, value }: Bar) => Math.abs(length ?? value ?? 0)
  const most = Math.max(1, ...bars.map(lengthOf))
  return (
    <dl className={css.bars}>
      {bars.map((bar) => {
        const { name, value, text, tone, behind, code, note } = bar
        return (
          <div key={code ?? name}>
            <dt>
              {code && <code>{code}</code>}
              <BehindLink behind={behind}>{name}</BehindLink>
              {note && <small>{note}</small>}
            </dt>
            <dd>
              <svg
                className={css.bar}
                data-tone={tone}
                viewBox="0 0 100 6"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={(lengthOf(bar) / most) * 100} height="6" />
              </svg>
              <span data-tone={tone === 'bad' && value ? tone : undefined}>
                {text ?? formatNumber(value ?? 0)}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type Part = { name: string; value: number; tone?: FigureTone | 'accent' | 'quiet' }

/** Stacked bar of the parts of a total. */
export function Stack({ parts }: { parts: readonly Part[] }) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  if (total === 0) return null
  return (
    <svg className={css.stack} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ name, value, tone }, at) => {
        const before = parts.slice(0, at).reduce((sum, each) => sum + each.value, 0)
        return (
          <rect
            key={name}
            data-tone={tone}
            x={(before / total) * 100}
            width={Math.max(0, (value / total) * 100 - 0.3)}
            height="8"
          />
        )
      })}
    </svg>
  )
}
