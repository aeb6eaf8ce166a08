import { useEffect, useInsertionEffect, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { checkValues, isDemanded, referencesIn, type ServerAnswer } from './check-values.ts'
import { type CheckEvent, planChecks } from './checks.ts'
import { useDirty } from './dirty.ts'
import { latestOnly } from './latest-only.ts'
import { listenTo, trimmed } from './native-field.ts'
import type { Name, NativeControl, NativeField, RuleForm, RuleFormOptions, Values } from './rule-form.ts'
import { useSubmit } from './use-submit.ts'

/**
 * A form over the rule engine. Fields are checked when they are left and when a change is committed, never while
 * somebody types. The library beneath keeps values and errors; what is checked when is decided here, since its
 * own idea of that is another one.
 */
export function useRuleForm<V extends Values>(options: RuleFormOptions<V>): RuleForm<V> {
  const latest = useRef(options)
  // An insertion effect runs before the refs of the fields are called, which read it.
  useInsertionEffect(() => {
    latest.current = options
  })
  const start = useRef(options.values)
  const checked = useRef<ReadonlySet<string>>(new Set())
  const element = useRef<HTMLFormElement>(null)
  const [answers] = useState(() => new Map<string, ServerAnswer>())
  const [refs] = useState(() => new Map<string, NativeField['ref']>())
  const [resolver] = useState(() =>
    latestOnly(async (values: FieldValues) => {
      // The library knows values by name only; they began as V and are set by the names and types of V.
      const errors = await checkValues(values as V, latest.current.fields, answers)
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
  const { submit, refusal, clearRefusal } = useSubmit<V>({
    library,
    options: latest,
    element,
    answers,
    formId,
    prepare() {
      for (const control of element.current?.elements ?? [])
        if (isNamedControl(control)) trim(control.name, control)
      plan({ type: 'submit' })
    },
    accepted(values) {
      start.current = values
    },
  })

  const names = Object.keys(options.fields).join()
  // Checked without showing anything, to know whether the form is valid: at first, and when its fields change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what it depends on
  useEffect(() => void library.trigger([]), [names, library.trigger])

  /** Notes what the event checks, and gives the fields to show the outcome of. */
  function plan(event: CheckEvent): string[] {
    const planned = planChecks(checked.current, event, referencesIn<V>(latest.current.fields))
    checked.current = planned.checked
    return [...planned.show]
  }

  function settle(event: CheckEvent) {
    return library.trigger(plan(event))
  }

  function set(name: string, value: unknown) {
    library.setValue(name, value, { shouldDirty: true })
    void settle({ type: 'change', name, value })
  }

  function trim(name: string, control: NativeControl) {
    const field = latest.current.fields[name]
    // Without a ref of ours it is an input inside a widget, which keeps its own text.
    if (!field || field.verbatim || !refs.has(name)) return
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
    const ref = refs.get(name) ?? attach(name)
    refs.set(name, ref)
    return ref
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
    reset: (values = start.current) => {
      start.current = values
      checked.current = new Set()
      answers.clear()
      clearRefusal()
      library.reset(values, { keepFieldsRef: true })
      void library.trigger([])
    },
    dirty: isDirty,
    busy: isSubmitting,
    valid: isValid,
    refusal,
    element: {
      ref: element,
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
