import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from './defaults.ts'
import type { SelectOption, SelectValue } from './options.ts'

type Find<V extends SelectValue> = (query: string, signal: AbortSignal) => Promise<readonly SelectOption<V>[]>

type Answer<V extends SelectValue> = {
  options: readonly SelectOption<V>[]
  loading: boolean
  problem: string | undefined
}

/**
 * An asynchronous search for a select: `<Select {...useOptionSearch(find)} … />`. Searches when the list opens and
 * `delayMs` after the last key; an outdated search is aborted and its result dropped.
 */
export function useOptionSearch<V extends SelectValue>(find: Find<V>, delayMs = 250) {
  const [answer, setAnswer] = useState<Answer<V>>({ options: [], loading: false, problem: undefined })
  const asked = useRef<AbortController>(undefined)
  useEffect(() => () => asked.current?.abort(), [])

  function ask(query: string, afterMs: number) {
    asked.current?.abort()
    const question = new AbortController()
    asked.current = question
    const { signal } = question
    setAnswer(({ options }) => ({ options, loading: true, problem: undefined }))
    const timer = setTimeout(async () => {
      try {
        const options = await find(query.trim(), signal)
        if (!signal.aborted) setAnswer({ options, loading: false, problem: undefined })
      } catch {
        if (!signal.aborted) setAnswer({ options: [], loading: false, problem: MESSAGES.noAnswer })
      }
    }, afterMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  return {
    ...answer,
    internalSearch: false,
    onOpen: () => {
      setAnswer({ options: [], loading: true, problem: undefined })
      ask('', 0)
    },
    onClose: () => {
      asked.current?.abort()
      setAnswer(({ options }) => ({ options, loading: false, problem: undefined }))
    },
    onSearchChange: (query: string) => ask(query, delayMs),
  }
}
