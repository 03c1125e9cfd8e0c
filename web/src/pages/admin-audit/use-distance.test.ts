import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts'
import { distanceOf } from './use-distance.ts'

test.each([
  [-20, '0秒', '0 sec'],
  [12 * SECOND_MS, '+12秒', '+12 sec'],
  [-18 * MINUTE_MS, '−18分钟', '−18 min'],
  [HOUR_MS + 31 * MINUTE_MS + SECOND_MS, '+1小时 31分钟', '+1 hr 31 min'],
  [DAY_MS + 5 * MINUTE_MS, '+1天', '+1 day'],
])('%d ms is told as %s', (ms, zh, en) => {
  expect([distanceOf(DAY_MS, DAY_MS + ms, 'zh-CN'), distanceOf(DAY_MS, DAY_MS + ms, 'en')]).toEqual([zh, en])
})
