import { isList } from './grammar.ts'
import type { Params } from './rule.ts'

/** True for the value of an unfilled field; false for `0`, `false`, `' '`, `{}` and `['']`. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A parameter by name or position. */
export function param(params: Params, name: string, place = 0): unknown {
  return isList(params) ? params[place] : params[name]
}

/** A numeric parameter; NaN if invalid, which fails every comparison. */
export function numberParam(params: Params, name: string, place = 0): number {
  return attempt(() => Number(param(params, name, place))) ?? Number.NaN
}

type Test<T> = (value: T, params: Params) => boolean

/** Passes on empty values; every element of an array must pass. */
export function each(test: Test<unknown>): Test<unknown> {
  return function check(value, params): boolean {
    if (isEmpty(value)) return true
    // Nested lists can exceed the stack; they fail.
    if (Array.isArray(value)) return attempt(() => value.every((item) => check(item, params))) ?? false
    return test(value, params)
  }
}

/** Applies a rule to the value as text. */
export function onText(test: Test<string>): Test<unknown> {
  return each((value, params) => {
    const text = attempt(() => String(value))
    return text !== undefined && test(text, params)
  })
}

/** Tests the value as text. The pattern must not have a `g` or `y` flag, which would make it stateful. */
export function matches(pattern: RegExp): Test<unknown> {
  return onText((text) => pattern.test(text))
}

/** Applies a rule to the value as a number; an invalid one becomes NaN, which fails every comparison. */
export function onNumber(test: Test<number>): Test<unknown> {
  return each((value, params) => test(attempt(() => Number(value)) ?? Number.NaN, params))
}

/** Undefined if the conversion throws, as for the JSON value `{ "toString": 1 }`. */
export function attempt<T>(convert: () => T): T | undefined {
  try {
    return convert()
  } catch {
    return undefined
  }
}
