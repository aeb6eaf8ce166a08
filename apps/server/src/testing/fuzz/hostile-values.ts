/** Valid card numbers outside the demo, which must not appear in error replies or log lines. */
export const CARD_NUMBERS = ['4222222222222', '4111111111111111', '6011000990139424', '6304000000000000000']

const words = (text: string) => text.split(' ')

/** Texts that a careless layer would execute, cut, lose or print. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\t\r\n',
    'a\nb',
    "'; DROP TABLE users; --",
    "' OR '1'='1",
    '1); COMMIT; --',
    '[object Object]',
  ],
  ...words(
    '. .. ../../etc/passwd % _ \\ \' " ` $1 {{1}} \\x00 %00 %s%n $$ ::text a;b a,b a"b {0} urn:uuid:0',
  ),
  ...words('<script>alert(1)</script> "><img/src=x/onerror=alert(1)> javascript:alert(1)'),
  ...words('=1+1 +1 -1 @SUM(A1) =HYPERLINK("http://x.test") null undefined true [] {}'),
  ...words('NaN Infinity -0 1e400 0x10 1_000 １２３ ٣ 99999999999999999999 -9223372036854775809'),
  ...words('__proto__ constructor toString \u202Etxt.exe مرحبا 👩‍👩‍👧‍👦 e\u0301 İ ß ﬀ \u200B'),
  ...['\t=1', '\uFEFF', '\u2028', '\u0085', '\u{10FFFF}', '\uFFFF'],
  ...words('2026-02-30 2026-13-01 0000-01-01 10000-01-01 2026-11-24T25:00:00Z infinity epoch now'),
  ...words('00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ...['9990000000000011', '9990-0000-0000-0011', '9990 0000 0000 0011', ...CARD_NUMBERS],
]

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? { a: value } : [value]
  return value
}

/** Values of the wrong type or beyond any bound. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, -0, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 10 ** 18],
  ...[[], {}, [null], [[]], [[[[1]]]], [{}], { length: 1 }, { toString: 1 }, { toJSON: 1 }],
  ...['{"then": 1}', '{"__proto__": {"isAdmin": true}}'].map((text) => JSON.parse(text)),
  ...[{ constructor: { prototype: { isAdmin: true } } }, nested(50), nested(1_000)],
  ...['x'.repeat(201), 'x'.repeat(1_001), 'x'.repeat(10_001), 'é'.repeat(5_000), '😀'.repeat(501)],
  ...[Array(501).fill(1), Array(20).fill('a'), '\0', 'a\0b', '\uD800', 'a\uDC00b', '\uD83D'],
  ...HOSTILE_TEXTS,
]

/** Names of fields that no schema has. */
export const HOSTILE_NAMES: readonly string[] = [
  ...words('__proto__ constructor prototype toString hasOwnProperty id version role_id a.b a[b] a[] $where'),
  ...['', ' ', "a'b", '\0', '\uD800', 'x'.repeat(500), ...CARD_NUMBERS],
]
