import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useSearchParams } from './lib/search-params.ts'
import { draw, type Drawn, settled, type } from './test-draw.ts'

let drawn: Drawn

function Field({ label }: { label: string }) {
  const [text, setText] = useState('')
  const [search, change] = useSearchParams()
  return (
    <label>
      {label}: {text} ({search['q']})
      <input value={text} onChange={({ target }) => setText(target.value)} onBlur={() => change({ q: text })} />
    </label>
  )
}

beforeEach(async () => {
  drawn = await draw(<Field label="Name" />, { at: '/?q=a' })
})

test.each(['one', 'another'])('what is drawn before %s test has gone with the test before', () => {
  expect(document.body.children).toHaveLength(1)
  expect(document.body.textContent).toBe('Name:  (a)')
})

test('what is drawn anew keeps what was typed, and nothing is left of it where nothing is drawn', async () => {
  const { place, redraw } = drawn
  await type(place.querySelector('input'), 'Ada')
  await redraw(<Field label="Who" />)
  expect(place.textContent).toBe('Who: Ada (a)')
  await redraw(null)
  expect(place.textContent).toBe('')
})

test('what is drawn reads its address and changes it', async () => {
  const { place, router } = drawn
  const input = place.querySelector('input')
  await type(input, 'Ada')
  input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await settled(() => expect(place.textContent).toBe('Name: Ada (Ada)'))
  expect(router.history.location.href).toBe('/?q=Ada')
})
