const PATTERN = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/** No quoted local parts, no address literals; at most 254 characters, as mail allows. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && PATTERN.test(text)
}
