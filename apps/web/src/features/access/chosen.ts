/** Lists of chosen items, such as the policies of a role, in forms and in the merge of two versions. */

/** Adds or removes an item; sorted, so that equal choices are equal lists. */
export function withItem(items: readonly string[], item: string, isChosen: boolean): string[] {
  const others = items.filter((each) => each !== item)
  return (isChosen ? [...others, item] : others).toSorted()
}

const CHOSEN = 'chosen'
type Texts = Readonly<Record<string, string>>

/** One entry for each item, so that the choices of two users merge item by item. */
export function chosenTexts(noun: string, items: readonly string[]): Texts {
  return Object.fromEntries(items.map((item) => [`${noun} ${item}`, CHOSEN]))
}

/** Items of a kind in merged texts. */
export function chosenOf(noun: string, texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([name, text]) => name.startsWith(`${noun} `) && text === CHOSEN)
    .map(([name]) => name.slice(noun.length + 1))
    .toSorted()
}

/** Item of an entry of `chosenTexts`; undefined for another kind. */
export function itemOf(noun: string, name: string): string | undefined {
  return name.startsWith(`${noun} `) ? name.slice(noun.length + 1) : undefined
}

/** Items in only one of the lists. */
export function differing(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((item) => !other.includes(item)), ...other.filter((item) => !one.includes(item))]
}
