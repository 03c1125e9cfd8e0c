import { expect, onTestFinished, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { useFormat } from './use-format.ts'

test('how long ago is told from the present, not from the end of its minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:40:05Z') })
  let relative: ReturnType<typeof useFormat>['relative'] = () => ''
  const Reader = () => {
    relative = useFormat().relative
    return null
  }
  onTestFinished(() => void vi.useRealTimers())
  await draw(<Reader />)
  const told = (time: string) => relative(`2026-11-20T${time}Z`)
  expect(told('06:40:01')).toBe('刚刚')
  expect(told('06:38:30')).toBe('1 分钟前')
  // The clock of the server may be ahead; what is later than this minute is to come.
  expect(told('06:40:30')).toBe('刚刚')
  expect(told('06:42:10')).toBe('2 分钟后')
})
