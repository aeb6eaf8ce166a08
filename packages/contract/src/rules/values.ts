import { isList } from './grammar.ts'
import type { Params } from './rule.ts'

/** What optional fields hold before anything is entered; `0`, `false`, `' '`, `{}` and `['']` are something. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A parameter, whichever way the rule was written. */
export function param(params: Params, name: string, place = 0): unknown {
  return isList(params) ? params[place] : params[name]
}

/** A parameter as a number; NaN, which no comparison lets pass, for what is none. */
export function numberParam(params: Params, name: string, place = 0): number {
  return attempt(() => Number(param(params, name, place))) ?? Number.NaN
}

type Test<T> = (value: T, params: Params) => boolean

/** Passes on empty; of an array every element must pass as it would alone. */
export function each(test: Test<unknown>): Test<unknown> {
  return function check(value, params): boolean {
    if (isEmpty(value)) return true
    // Lists within lists can be deeper than the stack; those fail.
    if (Array.isArray(value)) return attempt(() => value.every((item) => check(item, params))) ?? false
    return test(value, params)
  }
}

/** A rule on the value as text. */
export function onText(test: Test<string>): Test<unknown> {
  return each((value, params) => {
    const text = attempt(() => String(value))
    return text !== undefined && test(text, params)
  })
}

/** The pattern is found in the value as text. No `g` or `y` flag: such a pattern starts where its last match ended. */
export function matches(pattern: RegExp): Test<unknown> {
  return onText((text) => pattern.test(text))
}

/** A rule on the value as a number; what is none becomes NaN, which no comparison lets pass. */
export function onNumber(test: Test<number>): Test<unknown> {
  return each((value, params) => test(attempt(() => Number(value)) ?? Number.NaN, params))
}

/** Objects can refuse conversion (`{ "toString": 1 }` is JSON): a rule then fails instead of throwing. */
export function attempt<T>(convert: () => T): T | undefined {
  try {
    return convert()
  } catch {
    return undefined
  }
}
