/**
 * Asks again with every call, and gives every caller the newest answer: a slow answer to an older question never
 * takes the place of a quick one to a newer.
 */
export function latestOnly<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  let newest: Promise<Answer> | undefined
  return async (question) => {
    let awaited = ask(question)
    newest = awaited
    for (;;) {
      const answer = await awaited
      if (awaited === newest) return answer
      awaited = newest
    }
  }
}
