import { expect, test } from 'vitest'
import { dataUrlOf, pictureIn } from './picture.ts'

const HEADS = {
  PNG: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  JPEG: [0xff, 0xd8, 0xff, 0xe0],
  WebP: [...Buffer.from('RIFF'), 0x24, 0, 0, 0, ...Buffer.from('WEBP')],
}

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64')

test.each(Object.entries(HEADS))('a picture is a %s by its first bytes, and as long as its bytes are', (type, head) => {
  for (const more of [8, 9, 10]) {
    const bytes = [...head, ...Array.from({ length: more }, () => 7)]
    expect(pictureIn(base64(...bytes))).toEqual({ type, bytes: bytes.length })
  }
})

test('what begins otherwise is none, nor is what is no base64', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const gif = Buffer.from('GIF89a0000000000').toString('base64')
  const wave = Buffer.from('RIFF0000WAVE0000').toString('base64')
  const png = base64(...HEADS.PNG, 1, 2, 3, 4)
  for (const text of [svg, gif, wave, '', 'iVBO', `${png}=`, `${png.slice(0, -1)}*`, `data:image/png;base64,${png}`]) {
    expect(pictureIn(text), text).toBeNull()
  }
})

test('its address has the type that its bytes tell', () => {
  const text = base64(...HEADS.WebP, 1, 2, 3)
  expect(dataUrlOf(text)).toBe(`data:image/webp;base64,${text}`)
  expect(dataUrlOf('PHN2Zz4=')).toBe('')
})
