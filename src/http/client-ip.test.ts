import { expect, test } from 'vitest'
import { createClientIp } from './client-ip.ts'

test('without trusted proxies the socket speaks, whatever a header claims', () => {
  expect(createClientIp([])('::ffff:203.0.113.9', '1.1.1.1')).toBe('203.0.113.9')
})

test('a trusted proxy is believed, a stranger before it is not', () => {
  const ip = createClientIp(['10.0.0.0/8', '::1'])
  expect(ip('10.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
  expect(ip('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  expect(ip('::1', undefined)).toBe('::1')
  expect(ip('::1', '203.0.113.9')).toBe('203.0.113.9')
  expect(ip('2001:db8::9', '203.0.113.9')).toBe('2001:db8::9')
  expect(ip(undefined, '203.0.113.9')).toBe('')
  expect(ip('10.0.0.1', 'unknown')).toBe('10.0.0.1')
})

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['6.6.6.6, 203.0.113.9:51234, 10.0.0.7:80', '203.0.113.9'],
  ['203.0.113.9:', '10.0.0.1'],
  ['203.0.113:80', '10.0.0.1'],
  ['[2001:db8::1', '10.0.0.1'],
  ['[203.0.113.9:80', '10.0.0.1'],
])('of %s, as a trusted proxy writes it, the address is %s', (hop, ip) => {
  expect(createClientIp(['10.0.0.0/8'])('10.0.0.1', hop)).toBe(ip)
})

test('what is no address is refused at the start', () => {
  expect(() => createClientIp(['proxy.local'])).toThrow('proxy.local')
})
