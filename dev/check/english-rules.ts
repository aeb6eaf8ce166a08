type Rule = { pattern: RegExp; reason: string; instead: string }

const word = (text: string) => new RegExp(`\\b${text}\\b`, 'gi')

export const rules: Rule[] = [
  {
    pattern: /(?<=\/\*\*[\s*]*)(?:Of|What|Who|Whether|Which|Where)\b/g,
    reason: 'A doc comment needs a subject.',
    instead: 'begin with the noun: "Success statuses of …", "Known facts about …", "True if it …"',
  },
  {
    pattern: word('told'),
    reason: 'A program tells nothing.',
    instead: 'notified, synced, reported, stated',
  },
  { pattern: word('anew'), reason: 'Archaic.', instead: 'again' },
  { pattern: word('somebody'), reason: 'Vague.', instead: 'another user, the caller, someone' },
  { pattern: word('nobody'), reason: 'Vague.', instead: 'no user, no caller, no one' },
  { pattern: word('whoever'), reason: 'Archaic.', instead: 'the user who, the caller, anyone who' },
  {
    pattern: /\b[a-z]\w*InWords\b/g,
    reason: 'A function is a verb.',
    instead: 'format…, describe…',
  },
  {
    pattern:
      /(?<=\b(?:type|interface|class)\s+)(?!(?:Feed|Need|Seed|Speed)\b)(?:[A-Z][a-z]+ed|Built|Chosen|Drawn|Found|Given|Held|Kept|Known|Left|Lent|Made|Meant|Seen|Sent|Shown|Taken|Told|Written)(?=\s*[={<]|\s+(?:extends|implements)\b)/g,
    reason: 'A bare participle does not name a thing.',
    instead: 'a noun: Input, Request, StoredCard, ListItem',
  },
]

/** Files where a rule does not apply. Without a `text`, no rule applies. */
export const exceptions: { file: string; text?: string; reason: string }[] = [
  { file: 'dev/check/english-rules.ts', reason: 'the rules themselves' },
  { file: 'dev/check/english.test.ts', reason: 'samples of both kinds' },
  { file: 'apps/server/src/db/schema.generated.ts', reason: 'written by a tool' },
  { file: 'dev/postgres/account.ts', text: 'nobody', reason: 'an account of the operating system' },
]
