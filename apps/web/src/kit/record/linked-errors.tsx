import type { TableDeclaration } from '@backoffice/contract/table'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { ApiError, type FieldError } from '../../net/api-error.ts'
import { recordLink } from './record-links.ts'

/** The message of a field, with a link to the row that it names, if it names one. */
export type Linked = (name: string, message: string | undefined) => ReactNode

/** For messages such as "Overlaps FUEL 0036, Debit, fuel, which has …": the form keeps them as text. */
export function useLinkedErrors(table: TableDeclaration) {
  const errors = useRef<readonly FieldError[]>([])
  const linked: Linked = (name, message) => {
    const row = errors.current.find((error) => error.message === message && error.field.endsWith(name))?.row
    const at = row && message ? message.indexOf(row.label) : -1
    if (!row || !message || at < 0) return message
    return (
      <>
        {message.slice(0, at)}
        <Link {...recordLink(table, row.id)}>{row.label}</Link>
        {message.slice(at + row.label.length)}
      </>
    )
  }
  return {
    linked,
    /** Keeps the rows that the messages of an error name, and throws it on. */
    linkErrors: (error: unknown): never => {
      errors.current = error instanceof ApiError ? error.fields : []
      throw error
    },
  }
}
