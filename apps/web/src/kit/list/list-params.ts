import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Search params as text; missing ones are undefined. */
export type SearchParams = { [name: string]: string | undefined }

/**
 * Validator of a route with lists: text only, without card numbers. The screen reads the params of its list; checking
 * them here would load the declarations of all lists with the first screen. Removed params are undefined, because the
 * router keeps missing ones.
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
