import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureText, newTextGauge, sampleText, unescaped } from './text-gauge.ts'

const encoder = new TextEncoder()

function gaugeOf(...texts: string[]) {
  const gauge = newTextGauge()
  for (const text of texts) {
    const bytes = encoder.encode(JSON.stringify(text))
    measureText(gauge, bytes, 1, bytes.length - 1)
  }
  return gauge
}

test('a text measures the same however it is cut between its characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 60 }), (texts) => {
      const whole = gaugeOf(texts.join(''))
      const cut = gaugeOf(...texts)
      expect(cut.rough).toBeCloseTo(whole.rough, 6)
      expect(sampleText(cut)).toBe(sampleText(whole))
    }),
  )
})

test('the sample is the beginning of the text, and never more than 2 KiB', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 }), (text) => {
      const gauge = gaugeOf(text)
      expect(gauge.sample?.length).toBeLessThanOrEqual(2048)
      expect(text.startsWith(sampleText(gauge).slice(0, -1))).toBe(true)
      if (encoder.encode(JSON.stringify(text)).length <= 2050) expect(sampleText(gauge)).toBe(text)
    }),
  )
})

test('a sample leaves out a character that is cut, and keeps those that look like one', () => {
  for (const text of ['\u{fffd}', '\u{feff}x', 'é', '👋']) expect(sampleText(gaugeOf(text))).toBe(text)
  expect(sampleText(gaugeOf('x'.repeat(2047) + 'é'))).toBe('x'.repeat(2047))
})

test('whatever bytes come, the measure is a number that never falls', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 5 }), (chunks) => {
      const gauge = newTextGauge()
      let before = 0
      for (const chunk of chunks) {
        measureText(gauge, chunk, 0, chunk.length)
        expect(gauge.rough).toBeGreaterThanOrEqual(before)
        before = gauge.rough
      }
      expect(gauge.sampleRough).toBeLessThanOrEqual(gauge.rough)
      expect(sampleText(gauge).length).toBeLessThanOrEqual(2048)
    }),
  )
})

test('escapes are read as JSON reads them, and one that was cut is left out', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => unescaped(JSON.stringify(text).slice(1, -1)) === text))
  expect(unescaped(String.raw`abc\u4e`)).toBe('abc')
  expect(unescaped('abc\\')).toBe('abc')
})
