import { CR, DELETE, LF, NUL, QUOTE, SPACE } from './bytes.ts'

/** What a byte means outside of quotes. */
export const ORDINARY = 0
export const DELIMITER = 1
export const LINE_FEED = 2
export const RETURN = 3
const QUOTATION = 4
export const CONTROL = 5
export const ZERO = 6

export function classesOf(delimiter: number): Uint8Array {
  const classes = new Uint8Array(256)
  classes.fill(CONTROL, 0, SPACE)
  classes[DELETE] = CONTROL
  classes[NUL] = ZERO
  classes[LF] = LINE_FEED
  classes[CR] = RETURN
  classes[QUOTE] = QUOTATION
  classes[delimiter] = DELIMITER
  return classes
}
