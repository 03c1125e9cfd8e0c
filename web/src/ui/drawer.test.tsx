import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, settled } from '../test-draw.ts'
import { Drawer, DrawerBody } from './drawer.tsx'
import './drawer-panel.tsx'

const drawer = () => document.querySelector('[role=dialog]')
const opener = () => document.querySelector<HTMLElement>('#opener')

function Example({ mayClose }: { mayClose: () => boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button id="opener" type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Drawer open={open} onClose={() => mayClose() && setOpen(false)} title="标题" composed>
        <DrawerBody>
          <input aria-label="first" data-focus-first />
        </DrawerBody>
      </Drawer>
    </>
  )
}

async function show(mayClose: () => boolean = () => true): Promise<void> {
  await draw(<Example mayClose={mayClose} />, { texts: ['ui'] })
  opener()?.focus()
  await act(async () => opener()?.click())
  await settled(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('first'))
}

const escape = () =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
  })

test('it opens on what should be filled in first, and gives the focus back when Escape closes it', async () => {
  await show()
  expect(drawer()?.textContent).toContain('标题')
  await escape()
  await settled(() => expect(drawer()).toBeNull())
  await settled(() => expect(document.activeElement).toBe(opener()))
})

test('a press on the scrim closes it', async () => {
  await show()
  await act(async () => document.querySelector<HTMLElement>('.scrim')?.click())
  await settled(() => expect(drawer()).toBeNull())
})

test('it stays when its owner refuses to close', async () => {
  const refuse = vi.fn<() => boolean>(() => false)
  await show(refuse)
  await escape()
  expect(refuse).toHaveBeenCalledOnce()
  expect(drawer()).not.toBeNull()
})

test('Escape belongs to a question that stands in front', async () => {
  const ask = vi.fn<() => boolean>(() => true)
  await show(ask)
  const question = document.createElement('dialog')
  question.setAttribute('open', '')
  document.body.append(question)
  await escape()
  expect(ask).not.toHaveBeenCalled()
  question.remove()
})
