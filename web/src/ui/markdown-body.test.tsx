import { expect, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { MarkdownBody, safeAddress } from './markdown-body.tsx'

const read = vi.hoisted(() => vi.fn<(text: unknown) => void>())
vi.mock(import('react-markdown'), async (original) => {
  const real = await original()
  const counted: typeof real.default = (props) => {
    read(props.children)
    return real.default(props)
  }
  return { ...real, default: counted }
})

async function html(text: string): Promise<string> {
  const { place } = await draw(<MarkdownBody text={text} />, { texts: ['ui'] })
  return place.innerHTML
}

test('HTML in a text is text, not an element', async () => {
  const shown = await html('a <img src=x onerror="alert(1)"> b\n\n<script>alert(2)</script>')
  expect(shown).not.toMatch(/<(?:img|script)/)
  expect(shown).toContain('&lt;script&gt;')
})

test.each(['https://a.example/x', 'http://a.example', 'mailto:ada@example.com'])(
  '%s is a link that takes nothing along',
  async (address) => {
    expect(await html(`[x](${address})`)).toContain(
      `<a href="${address}" target="_blank" rel="noopener noreferrer">x</a>`,
    )
  },
)

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/dashboard',
  '//a.example',
  'blob:x',
  'ftp://a.example',
])('%s is no link', async (address) => {
  expect(safeAddress(address)).toBe('')
  expect(await html(`[x](<${address}>)`)).not.toContain('<a')
})

test('a picture is its words, so that reading tells nobody who reads', async () => {
  const shown = await html('![diagram](https://a.example/pixel.png)')
  expect(shown).toContain('diagram')
  expect(shown).not.toContain('pixel')
})

test('headings begin under those of the page, and code can be copied as it was written', async () => {
  expect(await html('# One\n\n### Two')).toMatch(/<h3>One<\/h3>\s*<h4>Two<\/h4>/)
  expect(await html('```env\nA=1\n```')).toContain('<span class="k">A</span>=1')
})

/** The cells of each row, and how each column is set. */
async function table(text: string): Promise<string[][]> {
  const place = document.createElement('div')
  place.innerHTML = await html(text)
  return Array.from(place.querySelectorAll('tr'), (row) => Array.from(row.children, (cell) => cell.innerHTML.trim()))
}

test('a table as GitHub writes it is a table', async () => {
  const text = '| Model | Price |\n| :--- | ---: |\n| `a\\|b` | **1** |\n| c | 2 | 3 |\n| d |'
  expect(await table(text)).toEqual([
    ['Model', 'Price'],
    ['<code>a|b</code>', '<strong>1</strong>'],
    ['c', '2'],
    ['d', ''],
  ])
  expect(await html(text)).toMatch(/<th style="text-align: right;?">/)
})

test('a bar after a backslash ends no cell, and empty cells keep their place', async () => {
  expect(await table('a | b\n--- | ---\nx \\| y | z\n| | w |')).toEqual([
    ['a', 'b'],
    ['x | y', 'z'],
    ['', 'w'],
  ])
})

test('the lines before a table stay a paragraph, also in a quote', async () => {
  const shown = await html('> From **today**\n> and on:\n> | a |\n> | - |\n> | 1 |')
  expect(shown).toMatch(/<p>From <strong>today<\/strong>\s+and on:<\/p>/)
  expect(await table('> | a |\n> | - |\n> | 1 |')).toEqual([['a'], ['1']])
})

test.each(['a | b', 'a | b\n--- | --- | ---', '```\n| a |\n| - |\n```', '| a | b |\n\n| - | - |'])(
  '%j is no table',
  async (text) => expect(await html(text)).not.toContain('<table'),
)

test.each(['>', '> ', '- ', '1. '])(
  'a text that is nested without an end by “%s” is shown as it was written',
  async (mark) => {
    // Ten thousand levels took the parser half a minute, and then more stack than there is.
    expect(await html(mark.repeat(10_000))).toMatch(/^<p/)
    expect(await html(`${mark.repeat(9)}deep`)).not.toMatch(/^<p/)
  },
)

test('what says the same as before is not read again, however often it is drawn', async () => {
  const { redraw } = await draw(null, { texts: ['ui'] })
  read.mockClear()
  for (const text of ['**a**', '**a**', '**a**', '**b**']) await redraw(<MarkdownBody text={text} />)
  expect(read.mock.calls).toEqual([['**a**'], ['**b**']])
})

test('a table of far more cells than are written stays text', async () => {
  const short = `${'a|'.repeat(300)}\n${'-|'.repeat(300)}\n${'x\n'.repeat(300)}`
  expect(await html(short)).not.toContain('<table')
})
