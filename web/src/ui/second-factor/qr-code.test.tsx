import { expect, test } from 'vitest'
import { draw } from '../../test-draw.ts'
import { QrCode } from './qr-code.tsx'

test('a QR code has a name, a quiet zone of four modules, and its three corners', async () => {
  const { place } = await draw(
    <QrCode text="otpauth://totp/Yumen:lin@example.com?secret=ABC" label="设置密钥的二维码" />,
  )
  const drawn = place.querySelector('svg[role=img]')
  expect(drawn?.getAttribute('aria-label')).toBe('设置密钥的二维码')
  const size = Number(drawn?.getAttribute('viewBox')?.split(' ')[2])
  const dark = new Set(
    [...(place.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(
      ([, x, y]) => `${x} ${y}`,
    ),
  )
  const places = [...dark].flatMap((one) => one.split(' ').map(Number))
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5])
  // The side of each corner is seven modules long; a light one follows.
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    const side = Array.from({ length: 7 }, (_, step) => dark.has(`${x + step} ${y}`))
    expect(side).toEqual(Array(7).fill(true))
  }
  expect(dark.has('11 4')).toBe(false)
})
