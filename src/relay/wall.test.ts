import { expect, test } from 'vitest'
import { isBlockedAddress, isBlockedHost } from './wall.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.1',
  '172.31.255.255',
  '100.64.0.1',
  '::1',
  'fd12::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '::127.0.0.1',
  '::ffff:0:10.0.0.1',
  'fec0::1',
])('the private address %s is reached only where the provider allows it', (address) => {
  expect(isBlockedAddress(address, false)).toBe(true)
  expect(isBlockedAddress(address, true)).toBe(false)
})

test.each([
  '169.254.169.254',
  '168.63.129.16',
  '0.0.0.0',
  '224.0.0.1',
  'fe80::1',
  '::',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '100.100.100.200',
  '192.0.0.192',
  'fd20:ce::254',
  '64:ff9b:1::a9fe:a9fe',
  '::ffff:0:169.254.169.254',
  '::169.254.169.254',
  '::ffff:100.100.100.200',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
])('the address %s is never reached', (address) => {
  expect(isBlockedAddress(address, true)).toBe(true)
})

test('public addresses and names pass; names are judged when they are looked up', () => {
  for (const address of [
    '1.1.1.1',
    '2606:4700::1111',
    '2001:4860::8888',
    '172.32.0.1',
    '100.128.0.1',
    '::ffff:0:1.1.1.1',
  ])
    expect(isBlockedAddress(address, false)).toBe(false)
  expect(isBlockedHost('api.openai.com', false)).toBe(false)
  expect(isBlockedHost('[::1]', false)).toBe(true)
})

test('every spelling of an address the URL parser knows is judged alike', () => {
  for (const url of ['http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:7f00:1]/']) {
    expect(isBlockedHost(new URL(url).hostname, false), url).toBe(true)
  }
})
