import { expect, test } from 'vitest'
import { draw } from '../../test-draw.ts'
import { DrawnNote } from './drawn-note.tsx'

test('only where a model talks and has rates of pictures is it said which pictures they are for', async () => {
  const price = { input: '5', image_in: '8', image_out: '30', tiers: [] }
  const { place, redraw } = await draw(<DrawnNote kind="chat" price={price} />, { texts: ['prices'] })
  expect(place.textContent).toContain('提示词中的其他图片按输入计费')
  await redraw(<DrawnNote kind="chat" price={{ input: '5', tiers: [] }} />)
  expect(place.textContent).toBe('')
  await redraw(<DrawnNote kind="image" price={price} />)
  expect(place.textContent).toBe('')
})
