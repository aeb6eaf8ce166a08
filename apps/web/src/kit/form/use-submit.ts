import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ServerAnswer } from './check-values.ts'
import { markForm } from './dirty.ts'
import { focusField } from './focus-field.ts'
import { placeErrors } from './form-error.ts'
import type { RuleFormOptions, Values } from './rule-form.ts'

type Parts<V extends Values> = {
  /** Keeps the values and errors of the form. */
  library: UseFormReturn<FieldValues>
  /** As last rendered. */
  options: RefObject<RuleFormOptions<V>>
  element: RefObject<HTMLFormElement | null>
  /** What the server said of the values, filled here. */
  answers: Map<string, ServerAnswer>
  /** As `useDirty` registered it. */
  formId: string
  /** Called before the fields are checked. */
  prepare: () => void
  /** Called with the values that were accepted, before the form counts as saved. */
  accepted: (values: V) => void
}

/** Sends a form once at a time, and puts what was refused where it belongs: at a field or over the form. */
export function useSubmit<V extends Values>(parts: Parts<V>) {
  const { library, options, element, answers, formId, prepare, accepted } = parts
  const [refusal, setRefusal] = useState('')
  const [refusalCount, setRefusalCount] = useState(0)
  const isSending = useRef(false)
  const focus = useRef<string>(undefined)

  useEffect(() => {
    // After rendering, because the order of the errors on the page decides which one is first.
    if (refusalCount > 0 && element.current) focusField(element.current, focus.current)
  }, [refusalCount, element])

  async function submit(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setRefusal('')
    answers.clear()
    focus.current = undefined
    prepare()
    let isAccepted = false
    try {
      await library.handleSubmit(async (values: FieldValues) => {
        // The library knows values by name only; they began as V and are set by the names and types of V.
        isAccepted = await send(values as V)
      })()
    } finally {
      isSending.current = false
    }
    if (!isAccepted) setRefusalCount((count) => count + 1)
  }

  async function send(values: V): Promise<boolean> {
    try {
      await options.current.submit(values)
    } catch (error) {
      refuse(error)
      return false
    }
    accepted(values)
    library.resetDefaultValues(values)
    markForm(formId, false, false)
    options.current.saved?.(values)
    return true
  }

  function refuse(error: unknown): void {
    const { at, rest, focus: name, unexpected } = placeErrors(error, Object.keys(options.current.fields))
    for (const [field, message] of Object.entries(at)) {
      answers.set(field, { value: library.getValues(field), message })
      library.setError(field, { type: 'server', message })
    }
    focus.current = name
    setRefusal(rest)
    if (unexpected) reportError(error)
  }

  return { submit, refusal, clearRefusal: () => setRefusal('') }
}
