import { expect, test, vi } from 'vitest'
import { draw, type } from '../../test-draw.ts'
import { NumberBox } from './number-box.tsx'

test('a number is read as a Chinese input method writes it', async () => {
  const onChange = vi.fn<(value: number) => void>()
  const { place } = await draw(<NumberBox label="Input" unit="Token" value={1} most={100_000} onChange={onChange} />)
  const input = place.querySelector('input')
  await type(input, '１２，０００')
  expect(onChange.mock.calls).toEqual([[12_000]])
})
