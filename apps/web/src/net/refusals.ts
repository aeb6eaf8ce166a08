import type { ApiError } from './api-error.ts'

type Listener = (refusal: ApiError) => void

let listener: Listener = () => {}

/** Registers a listener for calls that are refused for a missing permission. */
export function onAccessDenied(next: Listener): void {
  listener = next
}

export function reportRefusal(error: ApiError): void {
  if (error.code === 'access_denied') listener(error)
}
