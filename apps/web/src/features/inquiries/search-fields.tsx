import { isKeyOf } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useState } from 'react'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'

export function PurposeField<V extends { purpose: string }>({ form }: { form: RuleForm<V> }) {
  return (
    <NativeSelectField {...form.field('purpose')}>
      <NoOption />
      {options(PURPOSE_LABELS)}
    </NativeSelectField>
  )
}

/** Options of a native select from labels by value. */
export function options(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

type Values = { date_from: string; date_to: string }

type Props<V extends Values> = {
  form: RuleForm<V>
  /** Presets that exceed the allowed range. */
  without?: readonly DatePreset[]
}

/** Sets both dates; changing a date sets it to Custom. */
export function DateRangeField<V extends Values>({ form, without = [] }: Props<V>) {
  const dates = { date_from: form.watch('date_from'), date_to: form.watch('date_to') }
  const presets = Object.entries(DATE_PRESETS).filter(([name]) => !without.some((each) => each === name))
  const [chosen, setChosen] = useState<string>()
  const isNow = (name: string | undefined) =>
    name !== undefined && isKeyOf(DATE_PRESETS, name) && isPreset(name, dates, today())
  // Two presets may have the same dates.
  const shown = chosen === 'CUSTOM' || isNow(chosen) ? chosen : presets.find(([name]) => isNow(name))?.[0]

  function choose(name: string): void {
    setChosen(name)
    if (!isKeyOf(DATE_PRESETS, name)) return
    const { date_from, date_to } = datesOf(name, today())
    form.set('date_from', date_from as V['date_from'])
    form.set('date_to', date_to as V['date_to'])
  }

  return (
    <NativeSelectField
      label="Date range"
      value={shown ?? 'CUSTOM'}
      onChange={({ target }) => choose(target.value)}
    >
      {presets.map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
      <option value="CUSTOM">Custom</option>
    </NativeSelectField>
  )
}

const DATE_PRESETS = {
  LAST_7: 'Last 7 days',
  LAST_30: 'Last 30 days',
  LAST_92: 'Last 92 days',
  THIS_MONTH: 'This month',
  LAST_MONTH: 'Last month',
} as const
type DatePreset = keyof typeof DATE_PRESETS

type PresetDates = { date_from: string; date_to: string }

const monthStart = (day: string) => `${day.slice(0, 7)}-01`

/** Days as YYYY-MM-DD. */
export function datesOf(preset: DatePreset, today: string): PresetDates {
  const last = (days: number) => ({ date_from: dayAfter(today, 1 - days), date_to: today })
  const lastMonthEnd = dayAfter(monthStart(today), -1)
  return {
    LAST_7: last(7),
    LAST_30: last(30),
    LAST_92: last(92),
    THIS_MONTH: { date_from: monthStart(today), date_to: today },
    LAST_MONTH: { date_from: monthStart(lastMonthEnd), date_to: lastMonthEnd },
  }[preset]
}

/** True if the dates are those of the preset. */
export function isPreset(preset: DatePreset, { date_from, date_to }: PresetDates, today: string): boolean {
  const dates = datesOf(preset, today)
  return dates.date_from === date_from && dates.date_to === date_to
}
