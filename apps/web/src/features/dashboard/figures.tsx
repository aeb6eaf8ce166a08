import { may, type Permission } from '@backoffice/contract/access'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../session/store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import css from './figures.module.css'
import stackCss from './stack.module.css'

export type FigureTone = 'bad' | 'warn' | 'info' | 'ok'

/** Link to the list behind a figure, and the permissions that open it. */
export type FigureSource = { link: LinkProps; anyOf: readonly Permission[] }

/** Link to the list behind a figure, or plain text without the permission. */
export function SourceLink({ source, children }: { source: FigureSource | undefined; children: ReactNode }) {
  const user = useUser()
  const isOpen = source?.anyOf.some((permission) => may(user, permission))
  if (!source || !isOpen) return <>{children}</>
  return (
    <Link {...source.link} className={css.behind}>
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
  /** The caption stands next to the value. */
  isInline?: boolean
  source?: FigureSource
}

/** Main figure of a tile. */
export function Lead({ value, tone, caption, line, isInline, source }: LeadProps) {
  return (
    <div className={css.lead}>
      <div data-inline={isInline}>
        <p className={css.big} data-tone={tone}>
          <SourceLink source={source}>{value}</SourceLink>
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
  /** A related figure with its label, such as an average. */
  note?: ReactNode
  tone?: FigureTone | undefined
  source?: FigureSource | undefined
}

/** Figures by name, each linked to its list. */
export function Figures({ figures, columns = 1 }: { figures: readonly Figure[]; columns?: 1 | 2 }) {
  return (
    <dl className={css.counts} data-columns={columns}>
      {figures.map(({ name, value, text, note, tone, source }) => (
        <div key={name}>
          <dt>
            <SourceLink source={source}>{name}</SourceLink>
            {note && <small>{note}</small>}
          </dt>
          <dd data-tone={value !== null && value !== 0 ? tone : undefined}>
            {text ?? (value === null ? '—' : formatNumber(value))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type CodeFigure = { code: string; name: string; value: number; source: FigureSource }

/** Figures with a code, in two columns. */
export function CodeFigures({ figures }: { figures: readonly CodeFigure[] }) {
  return (
    <dl className={css.codes}>
      {figures.map(({ code, name, value, source }) => (
        <div key={code}>
          <dt title={name}>
            <code>{code}</code>
            <SourceLink source={source}>{name}</SourceLink>
          </dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function BarLength({ share, tone }: { share: number; tone: FigureTone | undefined }) {
  return (
    <svg
      className={css.bar}
      data-tone={tone}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={share * 100} height="6" />
    </svg>
  )
}

export type FigureRow = {
  name: string
  source?: FigureSource | undefined
  note?: string | undefined
  tone?: FigureTone | undefined
  /** Length of the bar. */
  length?: number
  cells: readonly (string | { text: string; tone: FigureTone | undefined })[]
}

type TableProps = {
  label: string
  /** Headings of the name and of each cell. */
  heads: readonly [string, ...string[]]
  rows: readonly FigureRow[]
  hasBars?: boolean
}

/** Figures with several values each, under headings. */
export function FigureTable({ label, heads: [first, ...others], rows, hasBars = false }: TableProps) {
  const most = Math.max(1, ...rows.map(({ length = 0 }) => Math.abs(length)))
  return (
    <div className={css.rows}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col" colSpan={hasBars ? 2 : 1}>
              {first}
            </th>
            {others.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, source, note, tone, length = 0, cells }) => (
            <tr key={name}>
              <th scope="row">
                <SourceLink source={source}>{name}</SourceLink>
                {note && <small>{note}</small>}
              </th>
              {hasBars && (
                <td>
                  <BarLength share={Math.abs(length) / most} tone={tone} />
                </td>
              )}
              {cells.map((cell, index) => {
                const { text, tone: ofCell } =
                  typeof cell === 'string' ? { text: cell, tone: undefined } : cell
                return (
                  <td key={others[index]} data-lead={index === 0 || undefined} data-tone={ofCell}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Part = { name: string; value: number; tone?: FigureTone | 'accent' | 'quiet' }

/** Stacked bar of the parts of a total; an empty bar keeps its place. */
export function Stack({ parts }: { parts: readonly Part[] }) {
  const total = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <svg className={stackCss.stack} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ name, value, tone }, index) => {
        const before = parts.slice(0, index).reduce((sum, each) => sum + each.value, 0)
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
