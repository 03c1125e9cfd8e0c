import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { MarkdownBody, safeAddress } from './markdown-body.tsx'

beforeAll(() => loadTexts('ui'))

const html = (text: string) => renderToStaticMarkup(<MarkdownBody text={text} />)

test('HTML in a text is text, not an element', () => {
  const shown = html('a <img src=x onerror="alert(1)"> b\n\n<script>alert(2)</script>')
  expect(shown).not.toMatch(/<(?:img|script)/)
  expect(shown).toContain('&lt;script&gt;')
})

test.each(['https://a.example/x', 'http://a.example', 'mailto:ada@example.com'])('%s is a link that takes nothing along', (address) => {
  expect(html(`[x](${address})`)).toContain(`<a href="${address}" target="_blank" rel="noopener noreferrer">x</a>`)
})

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', '/dashboard', '//a.example', 'blob:x', 'ftp://a.example'])(
  '%s is no link',
  (address) => {
    expect(safeAddress(address)).toBe('')
    expect(html(`[x](<${address}>)`)).not.toContain('<a')
  },
)

test('a picture is its words, so that reading tells nobody who reads', () => {
  const shown = html('![diagram](https://a.example/pixel.png)')
  expect(shown).toContain('diagram')
  expect(shown).not.toContain('pixel')
})

test('headings begin under those of the page, and code can be copied as it was written', () => {
  expect(html('# One\n\n### Two')).toMatch(/<h3>One<\/h3>\s*<h4>Two<\/h4>/)
  expect(html('```env\nA=1\n```')).toContain('<span class="k">A</span>=1')
})
