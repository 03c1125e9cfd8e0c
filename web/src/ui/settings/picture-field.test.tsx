import { act, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { PictureField } from './picture-field.tsx'

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const MOST = 64 * 1024

let decodes: boolean
beforeEach(() => {
  decodes = true
  Reflect.set(Image.prototype, 'decode', () => (decodes ? Promise.resolve() : Promise.reject(new Error('broken'))))
})

const png = (bytes: number) => {
  const all = new Uint8Array(bytes)
  all.set(PNG_HEAD)
  return all
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const filled = vi.fn()
function Form({ first }: { first: string }) {
  const [draft, setDraft] = useState(first)
  const fill = (next: string) => {
    filled(next)
    setDraft(next)
  }
  const wiring = { id: 'logo', 'aria-describedby': 'said', 'aria-invalid': undefined, 'aria-required': undefined }
  return <PictureField draft={draft} maxBytes={MOST} onChange={fill} wiring={wiring} />
}

async function drawn(first = '') {
  filled.mockClear()
  const { place } = await draw(<Form first={first} />, { texts: ['config'] })
  const input = place.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no field for a file')
  const choose = (bytes: Uint8Array<ArrayBuffer> | string, name = 'logo.png') =>
    act(async () => {
      Object.defineProperty(input, 'files', { configurable: true, value: [new File([bytes], name)] })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
  return { place, input, choose, alert: () => place.querySelector('[role=alert]')?.textContent }
}

const looks = (place: HTMLElement) =>
  [...place.querySelectorAll('figure')].map((look) => [
    look.dataset['theme'],
    [...look.querySelectorAll('img')].map((image) => image.src),
  ])

test('a picture that is chosen is seen where it will stand, in both themes', async () => {
  const { place, choose } = await drawn()
  expect(looks(place)).toEqual([
    ['light', []],
    ['dark', []],
  ])
  const picture = png(MOST)
  await choose(picture)
  await settled(() => expect(filled).toHaveBeenCalledWith(base64(picture)))
  const three = Array.from({ length: 3 }, () => `data:image/png;base64,${base64(picture)}`)
  expect(looks(place)).toEqual([
    ['light', three],
    ['dark', three],
  ])
  expect(place.querySelector('[role=status]')?.textContent).toBe('PNG · 64.0\u00a0KiB')
})

test('what is no picture, too large or damaged is not taken, and the field says why until another is', async () => {
  const { input, choose, alert } = await drawn()
  await choose('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.png')
  await settled(() => expect(alert()).toContain('PNG、JPEG 或 WebP'))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await choose(png(MOST + 1))
  await settled(() => expect(alert()).toContain('64 KiB'))
  decodes = false
  await choose(png(100))
  await settled(() => expect(alert()).toContain('已损坏'))
  expect(filled).not.toHaveBeenCalled()
  decodes = true
  await choose(png(100))
  await settled(() => expect(filled).toHaveBeenCalledOnce())
  expect(alert()).toBe('')
})

test('a picture is taken away by its button, and the focus stays in the field', async () => {
  const { place, input } = await drawn(base64(png(100)))
  const button = place.querySelector('button')
  expect(button?.textContent).toBe('移除')
  await act(async () => button?.click())
  expect(filled).toHaveBeenCalledWith('')
  expect(place.querySelector('button')).toBeNull()
  expect(document.activeElement).toBe(input)
})
