import type { TableDeclaration } from '@backoffice/contract/table'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { ApiError, type FieldError } from '../../net/api-error.ts'
import { recordLink } from './record-links.ts'

/** Adds a link to the row that a field's message names. */
export type LinkMessage = (name: string, message: string | undefined) => ReactNode

/** Links rows in messages such as "Overlaps FUEL 0036, Debit, fuel, which has …". The form keeps messages as text. */
export function useLinkedErrors(table: TableDeclaration) {
  const errors = useRef<readonly FieldError[]>([])
  const linked: LinkMessage = (name, message) => {
    const row = errors.current.find((error) => error.message === message && error.field.endsWith(name))?.row
    const index = row && message ? message.indexOf(row.label) : -1
    if (!row || !message || index < 0) return message
    return (
      <>
        {message.slice(0, index)}
        <Link {...recordLink(table, row.id)}>{row.label}</Link>
        {message.slice(index + row.label.length)}
      </>
    )
  }
  return {
    linked,
    /** Stores the rows in the messages of an error, and rethrows it. */
    linkErrors: (error: unknown): never => {
      errors.current = error instanceof ApiError ? error.fields : []
      throw error
    },
  }
}
