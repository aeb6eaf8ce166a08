/** Numbers that pass the check digit and belong to no card of the demo: none may come back in a refusal or a log line. */
export const CARD_NUMBERS = ['4222222222222', '4111111111111111', '6011000990139424', '6304000000000000000']

/** Texts that a careless layer would run, cut, lose or print. */
export const HOSTILE_TEXTS = [
  ...['', ' ', '\t\r\n', '.', '..', '../../etc/passwd', '%', '_', '\\', "'", '"', '`', '$1', '{{1}}'],
  ...["'; DROP TABLE users; --", "' OR '1'='1", '1); COMMIT; --', '\\x00', '%00', '%s%n', '$$', '::text'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)'],
  ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://x.test")', '\t=1', 'a;b', 'a,b', 'a"b', 'a\nb'],
  ...[
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '0x10',
    '1_000',
    '１２３',
    '٣',
    '99999999999999999999',
    '-9223372036854775809',
  ],
  ...['null', 'undefined', 'true', '[]', '{}', '[object Object]', '__proto__', 'constructor', 'toString'],
  ...[
    '\u202Etxt.exe',
    'مرحبا',
    '👩‍👩‍👧‍👦',
    'e\u0301',
    'İ',
    'ß',
    'ﬀ',
    '\u200B',
    '\uFEFF',
    '\u2028',
    '\u0085',
    '\u{10FFFF}',
    '\uFFFF',
  ],
  ...[
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '10000-01-01',
    '2026-11-24T25:00:00Z',
    'infinity',
    'epoch',
    'now',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{0}', 'urn:uuid:0'],
  ...['9990000000000011', '9990-0000-0000-0011', '9990 0000 0000 0011'],
  ...CARD_NUMBERS,
] as const

/** Texts that no text of the contract may be. */
export const UNSTORABLE_TEXTS = ['\0', 'a\0b', '\uD800', 'a\uDC00b', '\uD83D'] as const

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? { a: value } : [value]
  return value
}

/** Values of the wrong type or beyond any bound, in place of any value of a call. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, -0, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 10 ** 18],
  ...[
    [],
    {},
    [null],
    [[]],
    [[[[1]]]],
    [{}],
    { length: 1 },
    JSON.parse('{"then": 1}'),
    { toString: 1 },
    { toJSON: 1 },
  ],
  ...[JSON.parse('{"__proto__": {"isAdmin": true}}'), { constructor: { prototype: { isAdmin: true } } }],
  ...['x'.repeat(201), 'x'.repeat(1_001), 'x'.repeat(10_001), 'é'.repeat(5_000), '😀'.repeat(501)],
  ...[deep(50), deep(1_000), Array.from({ length: 501 }, () => 1), Array.from({ length: 20 }, () => 'a')],
  ...UNSTORABLE_TEXTS,
  ...HOSTILE_TEXTS,
]

/** Names in place of, or beside, those of the contract. */
export const HOSTILE_NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'id', 'version', 'role_id'],
  ...['', ' ', 'a.b', 'a[b]', 'a[]', '$where', "a'b", '\0', '\uD800', 'x'.repeat(500), ...CARD_NUMBERS],
] as const
