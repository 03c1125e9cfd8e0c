import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('an excerpt is the words of a text without its Markdown, in one line', () => {
  const text =
    '## 影响范围\n\n上游 **正在升级**，详见 [状态页](https://status.example)。\n\n- 无需 `修改密钥`\n1. 等待\n\n```\ncode\n```\n> 引用'
  expect(excerptOf(text)).toBe('影响范围 上游 正在升级，详见 状态页。 无需 修改密钥 等待 引用')
})

test('a long text ends in an ellipsis, and no character is cut in two', () => {
  const excerpt = excerptOf('😀'.repeat(200))
  expect(excerpt).toBe(`${'😀'.repeat(120)}…`)
})

test('snake_case stays readable only as its words, and an empty text gives an empty excerpt', () => {
  expect(excerptOf('')).toBe('')
  expect(excerptOf('   \n\n')).toBe('')
})

test.each(['[', '![', '[](', '[](()', '[]()[](', '![a](('])(
  'a text of nothing but “%s” takes time in proportion to its length',
  (mark) => {
    // A million of them would take hours if it took the square.
    expect(excerptOf(mark.repeat(1_000_000))).not.toBe('')
  },
)

test('the address of a link may have brackets, and a picture that is a link leaves its words', () => {
  expect(excerptOf('see [Go](https://a.example/wiki/Go_(game)) and [![the gate](a.png)](https://a.example)')).toBe(
    'see Go and the gate',
  )
})
