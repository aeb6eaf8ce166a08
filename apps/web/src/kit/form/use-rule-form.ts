import { useEffect, useInsertionEffect, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { checkValues, isDemanded, referencesIn, type ServerAnswer } from './check-values.ts'
import { type CheckEvent, planChecks } from './checks.ts'
import { markForm, useDirty } from './dirty.ts'
import { goTo } from './go-to.ts'
import { listenTo, trimmed } from './native-field.ts'
import { newestAnswer } from './newest.ts'
import { readRefusal } from './refusal.ts'
import type { Name, NativeControl, NativeField, RuleForm, RuleFormOptions, Values } from './rule-form.ts'

/**
 * A form over the rule engine. Fields are checked when they are left and when a change is committed, never while
 * somebody types. The library beneath keeps values and errors; what is checked when is decided here, since its
 * own idea of that is another one.
 */
export function useRuleForm<V extends Values>(options: RuleFormOptions<V>): RuleForm<V> {
  const latest = useRef(options)
  // Before any field is attached, which may ask for it.
  useInsertionEffect(() => {
    latest.current = options
  })
  const [inner] = useState(() => ({
    start: options.values,
    checked: new Set<string>() as ReadonlySet<string>,
    answers: new Map<string, ServerAnswer>(),
    refs: new Map<string, NativeField['ref']>(),
    form: null as HTMLFormElement | null,
    sending: false,
    focus: undefined as string | undefined,
  }))
  const [resolver] = useState(() =>
    newestAnswer(async (values: FieldValues) => {
      // The library knows values by name only; they began as V and are set by the names and types of V.
      const errors = await checkValues(values as V, latest.current.fields, inner.answers)
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
  const { errors, isDirty, isSubmitting, isValid } = library.formState
  const formId = useDirty(isDirty, options.askOnLeaving ?? true)
  const [refusal, setRefusal] = useState('')
  const [refusals, setRefusals] = useState(0)

  const names = Object.keys(options.fields).join()
  // Without a word, so that it is known whether the form holds: at first, and when other fields are asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what it depends on
  useEffect(() => void library.trigger([]), [names, library.trigger])

  useEffect(() => {
    // Once the errors are on screen: which of them comes first is for the page to say.
    if (refusals > 0 && inner.form) goTo(inner.form, inner.focus)
  }, [refusals, inner])

  function settle(event: CheckEvent) {
    const { checked, show } = planChecks(inner.checked, event, referencesIn<V>(latest.current.fields))
    inner.checked = checked
    return library.trigger([...show])
  }

  function set(name: string, value: unknown) {
    library.setValue(name, value, { shouldDirty: true })
    void settle({ type: 'change', name, value })
  }

  function trim(name: string, control: NativeControl) {
    const field = latest.current.fields[name]
    // The inputs inside widgets are theirs.
    if (!field || field.verbatim || !inner.refs.has(name)) return
    const text = trimmed(control)
    if (text !== undefined && text !== control.value) library.setValue(name, text, { shouldDirty: true })
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
          void settle({ type: 'change', name, value: library.getValues(name) })
        },
        onLeave: () => {
          trim(name, control)
          void settle({ type: 'blur', name })
        },
      })
      return () => {
        stop()
        ref(null)
      }
    }
  }

  function refOf(name: string): NativeField['ref'] {
    const ref = inner.refs.get(name) ?? attach(name)
    inner.refs.set(name, ref)
    return ref
  }

  async function submit() {
    if (inner.sending) return
    inner.sending = true
    setRefusal('')
    inner.answers.clear()
    inner.focus = undefined
    for (const control of inner.form?.elements ?? []) if (isNamedControl(control)) trim(control.name, control)
    inner.checked = planChecks(
      inner.checked,
      { type: 'submit' },
      referencesIn<V>(latest.current.fields),
    ).checked
    let taken = false
    try {
      await library.handleSubmit(async (values: FieldValues) => {
        // As above.
        taken = await send(values as V)
      })()
    } finally {
      inner.sending = false
    }
    if (!taken) setRefusals((count) => count + 1)
  }

  /** Whether it was taken. */
  async function send(values: V): Promise<boolean> {
    try {
      await latest.current.submit(values)
    } catch (error) {
      refuse(error)
      return false
    }
    inner.start = values
    library.resetDefaultValues(values)
    markForm(formId, false, false)
    latest.current.saved?.(values)
    return true
  }

  function refuse(error: unknown) {
    const { at, rest, focus, unexpected } = readRefusal(error, Object.keys(latest.current.fields))
    for (const [name, message] of Object.entries(at)) {
      inner.answers.set(name, { value: library.getValues(name), message })
      library.setError(name, { type: 'server', message })
    }
    inner.focus = focus
    setRefusal(rest)
    if (unexpected) reportError(error)
  }

  function stateOf(name: Name<V>) {
    const field = options.fields[name]
    if (!field) throw new Error(`The form has no field '${name}'.`)
    const required = isDemanded(field)
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
      onBlur: () => void settle({ type: 'blur', name }),
    }),
    watch: (name) => library.watch(name),
    set,
    reset: (values = inner.start) => {
      inner.start = values
      inner.checked = new Set()
      inner.answers.clear()
      setRefusal('')
      library.reset(values, { keepFieldsRef: true })
      void library.trigger([])
    },
    dirty: isDirty,
    busy: isSubmitting,
    valid: isValid,
    refusal,
    element: {
      ref: (form) => {
        inner.form = form
      },
      noValidate: true,
      method: 'dialog',
      onSubmit: (event) => {
        event.preventDefault()
        event.stopPropagation()
        void submit()
      },
    },
  }
}

function isNamedControl(element: Element): element is NativeControl {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.name !== ''
  )
}
