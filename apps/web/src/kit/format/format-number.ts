import { formatNumber } from '../../ui/format-number.ts'

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

const UNITS = ['B', 'KB', 'MB', 'GB']

/** Bytes in the unit that gives two or three digits: `84 KB`, `1.9 KB`. */
export function size(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const value = bytes / 1024 ** power
  return `${Number(value.toFixed(power > 0 && value < 100 ? 1 : 0))} ${UNITS[power]}`
}

export function duration(seconds: number): string {
  if (seconds < 0.05) return 'under 0.1 s'
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 72 ? `${hours} h ${pad(minutes % 60)} min` : `${Math.floor(hours / 24)} days`
}

/** Rounded up, because it is an estimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 1) return 'a moment left'
  if (seconds < 60) return `about ${Math.ceil(seconds)} s left`
  return `about ${Math.ceil(seconds / 60)} min left`
}

function pad(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}
