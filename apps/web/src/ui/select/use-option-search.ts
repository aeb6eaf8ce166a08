import { useEffect, useRef, useState } from 'react'
import type { SelectOption, SelectValue } from './options.ts'
import { MESSAGES } from './select-props.ts'

type Find<V extends SelectValue> = (query: string, signal: AbortSignal) => Promise<readonly SelectOption<V>[]>

type SearchState<V extends SelectValue> = {
  options: readonly SelectOption<V>[]
  loading: boolean
  problem: string | undefined
}

/**
 * Asynchronous search for a select: `<Select {...useOptionSearch(find)} … />`. Searches when the list opens and
 * `delayMs` after the last key; aborts outdated searches.
 */
export function useOptionSearch<V extends SelectValue>(find: Find<V>, delayMs = 250) {
  const [state, setState] = useState<SearchState<V>>({ options: [], loading: false, problem: undefined })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  function search(query: string, afterMs: number) {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setState(({ options }) => ({ options, loading: true, problem: undefined }))
    const timer = setTimeout(async () => {
      try {
        const options = await find(query.trim(), signal)
        if (!signal.aborted) setState({ options, loading: false, problem: undefined })
      } catch {
        if (!signal.aborted) setState({ options: [], loading: false, problem: MESSAGES.loadFailed })
      }
    }, afterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  return {
    ...state,
    internalSearch: false,
    onOpen: () => {
      setState({ options: [], loading: true, problem: undefined })
      search('', 0)
    },
    onClose: () => {
      current.current?.abort()
      setState(({ options }) => ({ options, loading: false, problem: undefined }))
    },
    onSearchChange: (query: string) => search(query, delayMs),
  }
}
