import { useEffect, useInsertionEffect, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { SentForApproval } from '../../net/sent-for-approval.ts'
import { afterPress, watchPresses } from './after-press.ts'
import {
  type CheckEvent,
  checkValues,
  isRequired,
  latestOnly,
  planChecks,
  referencesIn,
  type ServerError,
  tidied,
} from './checks.ts'
import { markForm, useDirty } from './dirty.ts'
import { placeErrors } from './form-error.ts'
import { focusField, listenTo, trimmed } from './native-field.ts'
import type { FieldName, NativeControl, NativeField, RuleForm, RuleFormOptions, Values } from './rule-form.ts'
import { useIsMounted } from './use-is-mounted.ts'

/**
 * A form on the rule engine. Fields are checked on blur and on a committed change, never while typing. react-hook-form
 * keeps values and errors; `planChecks` replaces its modes.
 */
export function useRuleForm<V extends Values, Result = unknown>(
  options: RuleFormOptions<V, Result>,
): RuleForm<V> {
  const latest = useRef(options)
  const isMounted = useIsMounted()
  // Insertion effects run before the field refs, which read the options.
  useInsertionEffect(() => {
    latest.current = options
  })
  const start = useRef(options.values)
  const checked = useRef<ReadonlySet<string>>(new Set())
  const element = useRef<HTMLFormElement>(null)
  const isSubmitting = useRef(false)
  const resets = useRef(0)
  const focus = useRef<string>(undefined)
  const [failure, setFailure] = useState<{ message: string; error: unknown }>()
  const [failedSubmits, setFailedSubmits] = useState(0)
  const [serverErrors] = useState(() => new Map<string, ServerError>())
  const [refs] = useState(() => new Map<string, NativeField['ref']>())
  const [dates] = useState(() => new Set<string>())
  const [resolver] = useState(() =>
    latestOnly(async (values: FieldValues) => {
      // The library types values by name only; all of them come from V.
      const errors = await checkValues(values as V, latest.current.fields, serverErrors, dates)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    }),
  )
  const library = useForm<FieldValues>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues: options.values,
    resolver: (values) => resolver({ ...values }),
  })
  const { errors, isDirty, isSubmitting: busy, isValid } = library.formState
  const formId = useDirty(isDirty, options.confirmLeave ?? true)

  const names = Object.keys(options.fields).join()
  // Updates the validity without showing errors, initially and when the fields change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the names
  useEffect(() => void library.trigger([]), [names, library.trigger])

  useEffect(() => watchPresses(window), [])

  useEffect(() => {
    // After rendering, because the first error is the first on the page.
    if (failedSubmits > 0 && element.current) focusField(element.current, focus.current)
  }, [failedSubmits])

  /** Records the checks of an event; returns the fields to show a result at. */
  function plan(event: CheckEvent): string[] {
    const planned = planChecks(checked.current, event, referencesIn<V>(latest.current.fields))
    checked.current = planned.checked
    return [...planned.show]
  }

  function check(event: CheckEvent): void {
    const fields = plan(event)
    const before = resets.current
    afterPress(() => {
      if (resets.current === before) void library.trigger(fields)
    })
  }

  function set(name: string, value: unknown): void {
    library.setValue(name, value, { shouldDirty: true })
    check({ type: 'change', name, value })
  }

  function type(name: string, text: string): void {
    library.setValue(name, text, { shouldDirty: true })
  }

  function trim(name: string, control: NativeControl): void {
    const field = latest.current.fields[name]
    // Without a ref it is an input inside a widget, which manages its own text.
    if (!field || field.verbatim || !refs.has(name)) return
    const text = trimmed(control)
    const tidy = text === undefined ? undefined : tidied(field, text)
    if (tidy !== undefined && tidy !== control.value) library.setValue(name, tidy, { shouldDirty: true })
  }

  /** Ignores calls while it is running. */
  async function submitForm(): Promise<void> {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setFailure(undefined)
    serverErrors.clear()
    focus.current = undefined
    for (const control of element.current?.elements ?? [])
      if (isNamedControl(control)) trim(control.name, control)
    plan({ type: 'submit' })
    let isAccepted = false
    try {
      await library.handleSubmit(async (values: FieldValues) => {
        isAccepted = await submitValues(values as V)
      })()
    } finally {
      isSubmitting.current = false
    }
    if (!isAccepted) setFailedSubmits((count) => count + 1)
  }

  async function submitValues(values: V): Promise<boolean> {
    let then: (options: RuleFormOptions<V, Result>) => void
    try {
      const result = await latest.current.submit(values)
      then = ({ saved }) => saved?.(values, result)
    } catch (error) {
      if (!(error instanceof SentForApproval)) {
        showError(error)
        return false
      }
      then = ({ sent }) => sent?.()
    }
    if (!isMounted.current) return true
    start.current = values
    library.resetDefaultValues(values)
    markForm(formId, false, false)
    then(latest.current)
    return true
  }

  function showError(error: unknown): void {
    const { fields, rest, focus: name, unexpected } = placeErrors(error, Object.keys(latest.current.fields))
    for (const [field, message] of Object.entries(fields)) {
      serverErrors.set(field, { value: library.getValues(field), message })
      library.setError(field, { type: 'server', message })
    }
    focus.current = name
    setFailure({ message: rest, error })
    if (unexpected) reportError(error)
  }

  function attach(name: string): NativeField['ref'] {
    return (control) => {
      if (!control) return
      const { ref, onChange } = library.register(name)
      ref(control)
      const stop = listenTo(control, {
        onInput: (event) => void onChange(event),
        onCommit: () => {
          trim(name, control)
          check({ type: 'change', name, value: library.getValues(name) })
        },
        onLeave: () => {
          trim(name, control)
          check({ type: 'blur', name })
        },
      })
      return () => {
        stop()
        ref(null)
      }
    }
  }

  function refOf(name: string): NativeField['ref'] {
    const ref = refs.get(name) ?? attach(name)
    refs.set(name, ref)
    return ref
  }

  function stateOf(name: FieldName<V>) {
    const field = options.fields[name]
    if (!field) throw new Error(`The form has no field '${name}'.`)
    const required = isRequired(field)
    const message = errors[name]?.message
    return { label: field.label, error: message ? String(message) : undefined, required, optional: !required }
  }

  return {
    field: (name) => ({ ...stateOf(name), name, ref: refOf(name) }),
    widget: (name) => ({
      ...stateOf(name),
      name,
      value: library.watch(name),
      onChange: (value) => set(name, value),
      onBlur: () => check({ type: 'blur', name }),
    }),
    date: (name) => {
      dates.add(name)
      return {
        ...stateOf(name),
        name,
        value: String(library.watch(name)),
        onInput: (value) => type(name, value),
        onChange: (value) => set(name, value),
        onBlur: () => check({ type: 'blur', name }),
      }
    },
    watch: (name) => library.watch(name),
    watchAll: () => library.watch() as V,
    set,
    reset: (values = start.current) => {
      resets.current += 1
      start.current = values
      checked.current = new Set()
      serverErrors.clear()
      setFailure(undefined)
      library.reset(values, { keepFieldsRef: true })
      void library.trigger([])
    },
    dirty: isDirty,
    busy,
    valid: isValid,
    formError: failure?.message ?? '',
    failure: failure?.error,
    element: {
      ref: element,
      noValidate: true,
      method: 'dialog',
      onSubmit: (event) => {
        event.preventDefault()
        event.stopPropagation()
        void submitForm()
      },
    },
  }
}

function isNamedControl(element: Element): element is NativeControl {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.name !== ''
  )
}
