import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Figure } from './figure.tsx'

test.each([
  ['1.44 s', '1.44<small>s</small>'],
  ['654M', '654<small>M</small>'],
  ['1 分 12 秒', '1 分 12<small>秒</small>'],
  ['1 min 12 s', '1 min 12<small>s</small>'],
  ['1.02 s / 2.34 s', '1.02<small>s / 2.34 s</small>'],
  ['无限制', '无限制'],
])('%s stands with its numbers large', (text, html) => {
  expect(renderToStaticMarkup(<Figure text={text} />)).toBe(html)
})
