import { expect, test } from 'vitest'
import { CHUNKED, cut, heard, OK, whole } from './test-answers.ts'

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['another protocol that ends no line', '\x15\x03\x01\x00\x02\x02\x50'],
  ['a status line of no version', 'HTTP/x.1 200 OK\r\n\r\n'],
  ['HTTP/2 in words', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a version of small letters', 'http/1.1 200 OK\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 OK\r\n\r\n'],
  ['two spaces before the status', 'HTTP/1.1  200 OK\r\n\r\n'],
  ['a control character in the reason', 'HTTP/1.1 200 O\x01K\r\n\r\n'],
  ['an empty line first', `\r\n${OK}content-length: 0\r\n\r\n`],
  ['another protocol from now on', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n'],
  ['lines that end in LF', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
  ['a CR inside a line', `${OK}x: a\rb\r\n\r\n`],
  ['a NUL in a value', `${OK}x: a\0b\r\n\r\n`],
  ['a control character in a value', `${OK}x: a\x7fb\r\n\r\n`],
  ['a space before the colon', `${OK}content-length : 2\r\n\r\nok`],
  ['a field without a name', `${OK}: a\r\n\r\n`],
  ['a field without a colon', `${OK}words\r\n\r\n`],
  ['a name that is none', `${OK}a b: c\r\n\r\n`],
  ['a letter beyond ASCII in a name', `${OK}caf\xe9: c\r\n\r\n`],
  ['a folded value', `${OK}x: a\r\n b\r\n\r\n`],
  ['a folded length', `${OK}content-length: 2\r\n\t0\r\n\r\nok`],
  ['two lengths', `${OK}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
  ['the same length twice', `${OK}content-length: 2\r\ncontent-length: 2\r\n\r\nok`],
  ['a list of lengths', `${OK}content-length: 2, 2\r\n\r\nok`],
  ['a length with a sign', `${OK}content-length: +2\r\n\r\nok`],
  ['a negative length', `${OK}content-length: -2\r\n\r\nok`],
  ['a length in hexadecimal', `${OK}content-length: 0x2\r\n\r\nok`],
  ['a length with a fraction', `${OK}content-length: 2.0\r\n\r\nok`],
  ['no length', `${OK}content-length:\r\n\r\nok`],
  ['a length that no number holds', `${OK}content-length: ${'9'.repeat(16)}\r\n\r\nok`],
  ['a length and chunks', `${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunks and a length', `${OK}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n`],
  ['chunks of something packed', `${OK}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ['packed chunks', `${OK}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['chunks of chunks', `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a coding that is nearly chunked', `${OK}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a coding in quotes', `${OK}transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n`],
  ['identity', `${OK}transfer-encoding: identity\r\n\r\nok`],
  ['a coding without a name', `${OK}transfer-encoding:\r\n\r\nok`],
  ['a chunk without a size', `${CHUNKED}\r\nok\r\n0\r\n\r\n`],
  ['an end without a size', `${CHUNKED}2\r\nok\r\n\r\n\r\n`],
  ['a size that is no number', `${CHUNKED}g\r\nok\r\n0\r\n\r\n`],
  ['a size with 0x', `${CHUNKED}0x2\r\nok\r\n0\r\n\r\n`],
  ['a negative size', `${CHUNKED}-2\r\nok\r\n0\r\n\r\n`],
  ['a size with a space before it', `${CHUNKED} 2\r\nok\r\n0\r\n\r\n`],
  ['a size with a space behind it', `${CHUNKED}2 \r\nok\r\n0\r\n\r\n`],
  ['a size that no number holds', `${CHUNKED}${'f'.repeat(13)}\r\nok`],
  ['a size of many zeros', `${CHUNKED}${'0'.repeat(12)}2\r\nok\r\n0\r\n\r\n`],
  ['a size that ends in LF', `${CHUNKED}2\nok\r\n0\r\n\r\n`],
  ['a control character in an extension', `${CHUNKED}2;a\x00\r\nok\r\n0\r\n\r\n`],
  ['an LF in an extension', `${CHUNKED}2;a\nb\r\nok\r\n0\r\n\r\n`],
  ['a chunk longer than its size', `${CHUNKED}2\r\nokay\r\n0\r\n\r\n`],
  ['a chunk whose end is no line', `${CHUNKED}2\r\nok\n\r0\r\n\r\n`],
  ['a chunk that ends in a letter and LF', `${CHUNKED}2\r\noka\n0\r\n\r\n`],
  ['a chunk that ends in LF', `${CHUNKED}2\r\nok\n0\r\n\r\n`],
  ['a trailer that is no field', `${CHUNKED}0\r\nwords\r\n\r\n`],
  ['a trailer with a CR inside', `${CHUNKED}0\r\na: b\rc\r\n\r\n`],
])('%s is no answer', (_name, sent) => {
  expect(whole(sent).end).toBe('malformed')
  const bytes = Buffer.from(sent, 'latin1')
  expect(heard(cut(bytes, [...bytes.keys()])).end).toBe('malformed')
})

test('what was well before an answer turns out to be none is told, and nothing after it', () => {
  expect(whole(`${CHUNKED}2\r\nok\r\nxx\r\nmore`)).toMatchObject({ status: 200, body: 'ok', end: 'malformed' })
})

test.each([
  ['a head', (n: number) => `${OK}a: ${'b'.repeat(n - OK.length - 9)}\r\n\r\n`, 64 * 1024],
  ['a head of short lines', (n: number) => `${OK}${'a: b\r\n'.repeat((n - OK.length) / 6)}\r\n\r\n`, 64 * 1024],
  ['a line that never ends', (n: number) => `${OK}a: ${'b'.repeat(n)}`, 64 * 1024],
  ['heads that only say that it is on its way', (n: number) => 'HTTP/1.1 100 Go\r\n\r\n'.repeat(n / 19), 64 * 1024],
  ['trailers', (n: number) => `${CHUNKED}0\r\n${'a: b\r\n'.repeat(n / 6)}`, 64 * 1024],
  ['an extension', (n: number) => `${CHUNKED}1;${'b'.repeat(n)}`, 4 * 1024],
])('%s may be so long and no longer', (_name, sent, most) => {
  expect(whole(sent(most - 100)).end).not.toBe('malformed')
  expect(whole(sent(most + 100)).end).toBe('malformed')
  const bytes = Buffer.from(sent(2 * most))
  expect(
    heard(
      cut(
        bytes,
        Array.from({ length: 20 }, (_, n) => n * 6543),
      ),
    ).end,
  ).toBe('malformed')
})
