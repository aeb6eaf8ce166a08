import { isChunkError } from '../../net/builds/chunk-error.ts'

export type FieldError = { field: string; message: string }

/** Thrown by the `submit` of a form: a message for the whole form, messages for its fields, or both. */
export class FormError extends Error {
  readonly fields: readonly FieldError[]
  /** The field to focus if none has a message. */
  readonly focus: string | undefined

  constructor(message: string, { fields = [], focus }: { fields?: FieldError[]; focus?: string } = {}) {
    super(message)
    this.name = 'FormError'
    this.fields = fields
    this.focus = focus
  }
}

/** Error at the field, or at the form without a field. */
export function formErrorAt(field: string | undefined, message: string): FormError {
  return field === undefined
    ? new FormError(message)
    : new FormError('', { fields: [{ field, message }], focus: field })
}

export type PlacedErrors = {
  /** Messages by field of the form. */
  fields: Readonly<Record<string, string>>
  /** Message for the form; empty if every message has its field. */
  rest: string
  focus?: string | undefined
  /** True if the error is a bug rather than a refusal by the server. */
  unexpected: boolean
}

const UNEXPECTED = 'Something went wrong. Try again.'

/**
 * Assigns the messages of an error from `submit`. An error with a list of `fields`, such as `ApiError`, is a refusal;
 * its fields are names or paths of the request (`body.date_from`, `/body/date_from`).
 */
export function placeErrors(error: unknown, names: readonly string[]): PlacedErrors {
  if (isChunkError(error)) return { fields: {}, rest: error.message, unexpected: false }
  if (isCancelled(error)) return { fields: {}, rest: '', unexpected: false }
  if (!isRefusal(error)) return { fields: {}, rest: UNEXPECTED, unexpected: true }
  const fields: Record<string, string> = {}
  const unplaced: string[] = []
  for (const { field, message } of error.fields) {
    const name = nameOf(field, names)
    if (name === undefined) unplaced.push(message)
    else fields[name] ??= message
  }
  const placed = Object.keys(fields).length > 0
  const rest = unplaced.length > 0 ? [error.message, ...unplaced].join(' ') : placed ? '' : error.message
  return {
    fields,
    rest,
    focus: 'focus' in error ? String(error.focus ?? '') : undefined,
    unexpected: false,
  }
}

/** Longest end of the path that is a field of the form. */
function nameOf(path: string, names: readonly string[]): string | undefined {
  const parts = path.split(/[./]/).filter(Boolean)
  const ends = parts.map((_, from) => parts.slice(from).join('.'))
  return ends.find((end) => names.includes(end))
}

/** As `isCancelled` of the API's errors, which the public screens do not load. */
const isCancelled = (error: unknown) => isRefusal(error) && error.code === 'cancelled'

type Refusal = { message: string; fields: readonly FieldError[]; focus?: unknown; code?: unknown }

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'fields' in error && Array.isArray(error.fields)
}
