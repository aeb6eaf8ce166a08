/** Names that are easily confused with each other, so that a decision about one person is not made about another. */

/** A person to compare, with the email that tells equal names apart. */
export type NamedPerson = { readonly id: string; readonly name: string; readonly email: string }

/** `equal`: the same words, in any order, with any case and accents. `confusable`: they look almost the same. */
export type Similarity = 'equal' | 'confusable'

/** Letters of other scripts, digits and signs that look like a Latin letter. */
const LOOKALIKES: readonly (readonly [letter: string, others: string])[] = [
  ['a', 'аɑα4@'],
  ['b', 'ьвβ8'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еєε3'],
  ['g', 'ɡ'],
  ['h', 'һн'],
  ['j', 'ј'],
  ['i', 'іıɩι1l|!'],
  ['k', 'кκ'],
  ['m', 'м'],
  ['n', 'пη'],
  ['o', 'оοσ0ø'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'г'],
  ['s', 'ѕ5$'],
  ['t', 'тτ7'],
  ['u', 'υսц'],
  ['v', 'ѵν'],
  ['w', 'ԝшω'],
  ['x', 'хχ'],
  ['y', 'уγ'],
  ['z', 'ʐ2'],
]
const LETTER_OF = new Map(
  LOOKALIKES.flatMap(([letter, others]) =>
    [...others].map((other) => [other.toLowerCase(), letter] as const),
  ),
)
/** Pairs of letters that look like one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** Words without case, accents, invisible characters and punctuation, in alphabetical order. */
function wordsOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\u115f\u1160\u3164\uffa0]/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}@$|!]+/gu) ?? []).toSorted().join(' ')
}

/** The same text for all names that look alike. */
function shapeOf(name: string): string {
  const letters = [...wordsOf(name).replaceAll(' ', '\n')]
    .map((letter) => LETTER_OF.get(letter) ?? letter)
    .join('')
  const shape = PAIRS.reduce((text, [pair, letter]) => text.replace(pair, letter), letters)
  return shape.split('\n').toSorted().join(' ')
}

/** Index for looking up people by many names. Each person is analyzed only once. */
export function similarNameIndex<P extends NamedPerson>(people: readonly P[]) {
  const keyed = people.map((person) => ({ person, words: wordsOf(person.name), shape: shapeOf(person.name) }))
  const byShape = Map.groupBy(keyed, ({ shape }) => shape)
  /** People other than `self` whose name is easily confused with this one. */
  return (name: string, self?: string): (P & { readonly similarity: Similarity })[] => {
    const words = wordsOf(name)
    if (words === '') return []
    return (byShape.get(shapeOf(name)) ?? []).flatMap((each) => {
      if (each.person.id === self) return []
      return [{ ...each.person, similarity: words === each.words ? 'equal' : 'confusable' }]
    })
  }
}

/** People other than `self` whose name is easily confused with this one. */
export function similarNames<P extends NamedPerson>(name: string, people: readonly P[], self?: string) {
  return similarNameIndex(people)(name, self)
}
