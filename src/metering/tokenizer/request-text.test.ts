import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import { sampleRequest, textOfSample } from './request-text.ts'

const bodyOf = (before: string, media: string) => Buffer.from(`{"x":"${before}",${media},"y":"and more text"}`)
const MARKED: readonly ((run: string) => string)[] = [
  (run) => `"source":{"data":"${run}"}`,
  (run) => `"source":{"data":   "${run}"}`,
  (run) => `"url":"data:image/png;base64,${run}"`,
]

test('base64 of a kilobyte and more under a mark is media wherever it stands; shorter, or without a mark, it is text', () => {
  for (const marked of MARKED)
    for (let shift = 0; shift < 1024; shift += 1) {
      const mediaOf = (run: string) =>
        sampleRequest(bodyOf('a '.repeat(400) + 'a'.repeat(shift), marked(run)), 1024).media
      expect([mediaOf('A'.repeat(1023)), mediaOf('A'.repeat(1024)), mediaOf('A'.repeat(2800))]).toEqual([0, 1, 1])
    }
  expect(sampleRequest(bodyOf('A'.repeat(5000), '"other":"' + 'B'.repeat(5000) + '"'), 1024).media).toBe(0)
})

test('each of several pictures is found once, and none of their bytes are in the sample', () => {
  const picture = (size: number) => `"data":"${'Q'.repeat(size)}"`
  const body = Buffer.from(
    `{"a":"words and words",${[1024, 1200, 5000, 2047, 100_000].map(picture).join(',')},"b":"last"}`,
  )
  const { media, parts } = sampleRequest(body, 1024)
  expect(media).toBe(5)
  expect(Buffer.concat(parts).includes('QQ')).toBe(false)
})

const textOf = (body: string) => textOfSample(sampleRequest(Buffer.from(body), 64 * 1024))

test.each([' ', ',', '{}'])('a run of %j in a text takes time in proportion to its length', (sign) => {
  const growth = growthOf(16_000, (count) => {
    const body = `{"a":"x${sign.repeat(count / sign.length)}x"}`
    return () => expect(textOf(body).length).toBeGreaterThan(count / 2)
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
