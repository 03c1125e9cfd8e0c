import { expect, test } from 'vitest'
import { draw } from '../../test-draw.ts'
import { Delta, KnownDelta } from './delta.tsx'

test.each([
  ['nobody knows', '—', '—'],
  ['is known', '↓ 3%', '↓ 3%↓ 3%'],
])('a change that %s, and the same before words of their own', async (_, text, said) => {
  const { place } = await draw(
    <>
      <Delta text={text} better="less" />
      <KnownDelta text={text} better="less" />
    </>,
  )
  expect(place.textContent).toBe(said)
})
