import { expect, test } from 'vitest'
import { deviceName, deviceOf } from './device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mac} Chrome/156.0.0.0 Safari/537.36`, 'Chrome 156 · macOS'],
  [`${mac} Chrome/155.0.0.0 Safari/537.36 Edg/155.0.0.0`, 'Edge 155 · macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1',
    'Safari 18 · iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux'],
  ['curl/8.9.1', null],
])('the device of %s is %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test('a program that is no browser is called what it calls itself', () => {
  expect(['curl/8.9.1', 'node', ''].map(deviceName)).toEqual(['curl', 'node', null])
})
