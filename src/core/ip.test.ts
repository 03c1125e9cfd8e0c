import { expect, test } from 'vitest'
import { canonicalIp, keptAddress } from './ip.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['10.0.0.1', '10.0.0.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:db8:0:1::7', '2001:db8::/48'],
  ['2001:0:0:1:2:3:4:5', '2001::/48'],
  ['2001:0:100::1', '2001:0:100::/48'],
  ['::1', '::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['', ''],
  ['unknown', ''],
])('of %s the network is %s', (ip, network) => {
  expect(keptAddress(ip, 'network')).toBe(network)
  expect([keptAddress(ip, 'full'), keptAddress(ip, 'none')]).toEqual([ip, ''])
})

test('IPv4 in IPv6 is IPv4', () => {
  expect(keptAddress(canonicalIp('::ffff:203.0.113.77'), 'network')).toBe('203.0.113.0/24')
})
