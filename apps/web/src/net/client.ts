import { ofetch } from 'ofetch'
import { takePreloaded } from './preload.ts'
import { retryDelayMs } from './retry-delay.ts'
import { timedFetch } from './timed-fetch.ts'

type Dependencies = {
  timeoutMs: number
  answered: (status: number) => void
  unanswered: () => void
}

/**
 * The library's own defaults are the retry rules, by method: once for 408, 409, 425, 429, 500, 502, 503, 504 and no
 * answer, never for POST, PATCH, PUT and DELETE, never when called off. Ours are the wait before the second try
 * and the end of each.
 */
export function createClient({ timeoutMs, answered, unanswered }: Dependencies) {
  return ofetch.create(
    { retryDelay: ({ response }) => retryDelayMs(response, Date.now()) },
    {
      fetch: async (input, init) => {
        try {
          const preloaded = takePreloaded(String(input), init ?? {})
          const response = await (preloaded ?? timedFetch(input, { ...init, timeoutMs }))
          answered(response.status)
          return response
        } catch (error) {
          if (!init?.signal?.aborted) unanswered()
          throw error
        }
      },
    },
  )
}
