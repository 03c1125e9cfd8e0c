import { expect, test } from 'vitest'
import { tokenHash, tokenKind, tokenMint } from './tokens.ts'

const mint = tokenMint(Buffer.alloc(32, 1))

test('every session starts with tokens of its own', () => {
  const pairs = Array.from({ length: 200 }, () => mint.first())
  expect(new Set(pairs.flatMap((pair) => [pair.access, pair.refresh])).size).toBe(400)
})

test('a token tells its kind, and nothing else passes for one', () => {
  const { access, refresh } = mint.first()
  expect(tokenKind(access)).toBe('access')
  expect(tokenKind(refresh)).toBe('refresh')
  for (const text of ['', 'yma_', `${access}x`, access.slice(4), access.replace('yma_', 'ymx_'), 'sk-ym-1']) {
    expect(tokenKind(text), text).toBeNull()
  }
})

test('the successor of a refresh token is always the same pair, and foretold only with the secret', () => {
  const { refresh } = mint.first()
  const next = mint.after(refresh)
  expect(mint.after(refresh)).toEqual(next)
  expect(tokenKind(next.access)).toBe('access')
  expect(tokenKind(next.refresh)).toBe('refresh')
  expect(tokenMint(Buffer.alloc(32, 2)).after(refresh).refresh).not.toBe(next.refresh)
  expect(mint.after(next.refresh).refresh).not.toBe(next.refresh)
})

test('the hash that is kept tells nothing of its token, and is its own', () => {
  const { access } = mint.first()
  expect(tokenHash(access)).not.toContain(access.slice(4))
  expect(tokenHash(access)).toBe(tokenHash(access))
  expect(tokenHash(access)).not.toBe(tokenHash(`${access}x`))
})
