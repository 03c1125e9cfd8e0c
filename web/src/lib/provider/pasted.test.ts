import { expect, test } from 'vitest'
import { maskedSecret, pastedLines, toAdd } from './pasted.ts'

const numbered = (n: number) => `密钥 ${n}`
const only = (text: string) => pastedLines(text)[0]

test.each([
  ['sk-one', { name: '', secret: 'sk-one', weight: 1, priority: 1 }],
  ['  sk-one  ', { secret: 'sk-one' }],
  ['主账号,sk-one', { name: '主账号', secret: 'sk-one' }],
  ['主账号，sk-one，3', { name: '主账号', secret: 'sk-one', weight: 3, priority: 1 }],
  ['team two\tsk-one\t3\t2', { name: 'team two', secret: 'sk-one', weight: 3, priority: 2 }],
  ['sk-one,5', { name: '', secret: 'sk-one', weight: 5 }],
  [',sk-one', { name: '', secret: 'sk-one' }],
  ['sk-one,', { name: '', secret: 'sk-one' }],
  ['AKIA12:abc/DEF+gh==', { secret: 'AKIA12:abc/DEF+gh==' }],
  ['123456', { name: '', secret: '123456' }],
  ['{"type":"service_account","key":"a, b"}', { secret: '{"type":"service_account","key":"a, b"}' }],
])('%s is a credential', (text, expected) => {
  expect(only(text)).toMatchObject({ line: 1, fault: null, twin: null, ...expected })
})

test.each([
  ['a,b,sk-one', 'cells'],
  ['a,sk-one,1,2,3', 'cells'],
  ['sk-one,0', 'number'],
  ['main,sk-one,1001', 'number'],
  ['main sk-one', 'secret'],
  ['"sk-one",', 'secret'],
  ['钥匙', 'secret'],
  [`${'n'.repeat(65)},sk-one`, 'name'],
  [`k${'x'.repeat(8192)}`, 'secret'],
  ['{', 'json'],
])('%s is told apart', (text, expected) => {
  expect(only(text)).toEqual({ line: 1, fault: expected })
})

test('lines are counted as they stand, and a secret that comes again names the line before', () => {
  const lines = pastedLines('sk-one\r\n\r\nb,sk-two\nc,sk-one\n')
  expect(lines.map((line) => [line.line, line.fault === null ? line.twin : line.fault])).toEqual([
    [1, null],
    [3, null],
    [4, 1],
  ])
})

test('who has no name is numbered past the names that are there', () => {
  const lines = pastedLines('sk-one\nmine,sk-two\nsk-three\nsk-one\na,b,c')
  const added = toAdd(lines, ['主账号', '密钥 3'], numbered)
  expect(added.map(({ name, secret }) => [name, secret])).toEqual([
    ['密钥 4', 'sk-one'],
    ['mine', 'sk-two'],
    ['密钥 5', 'sk-three'],
  ])
})

test('of a secret four characters are shown at most, and of a short one none', () => {
  expect(maskedSecret('sk-abcdefghi-a1B2')).toBe('••••a1B2')
  expect(maskedSecret('sk-short')).toBe('••••')
  expect(maskedSecret('{"type":"service_account"}')).toBe('••••')
})
