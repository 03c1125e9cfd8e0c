import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../core/test-growth.ts'
import { SoundGauge } from './said-sound.ts'

test('what fills up a piece of base64 is no sound', () => {
  const gauge = new SoundGauge()
  expect([gauge.add('AAAA').bytes, gauge.add('AAA=').bytes, gauge.add('AA==').bytes]).toEqual([3, 5, 6])
})

test('a piece that is none is measured in time in proportion to its length', () => {
  const growth = growthOf(32_000, (count) => {
    const piece = `${'='.repeat(count)}A`
    return () => expect(new SoundGauge().add(piece).bytes).toBeGreaterThan(count / 2)
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
