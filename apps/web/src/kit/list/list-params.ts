import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Search params as text. Those that are left out are undefined. */
export type SearchParams = { [name: string]: string | undefined }

/**
 * The validator of a route with lists: text only, without card numbers. Which of the params are a list's own is known to
 * its screen, which reads them: here the declarations of all lists would be loaded with the first screen. Removed params
 * are undefined, because the router keeps those that are missing.
 */
export function listParams(params: Record<string, unknown>): SearchParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isKept = typeof value === 'string' && isClean(name) && isClean(value)
      return [name, isKept ? value : undefined]
    }),
  )
}

const isClean = (text: string) => maskCardNumbers(text) === text
