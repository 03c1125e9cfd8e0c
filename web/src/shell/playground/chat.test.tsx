import { act, type ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { newAnswer, NEW_TALK } from '../../lib/playground/talk.ts'
import { draw } from '../../test-draw.ts'
import { Chat } from './chat.tsx'

type Shown = Partial<ComponentProps<typeof Chat>> & Pick<ComponentProps<typeof Chat>, 'talk' | 'setup'>

/** The chat with nothing to choose from but what is given. */
async function showChat(given: Shown): Promise<HTMLElement> {
  const none = vi.fn<() => void>()
  const rest = { choices: { keys: [], models: [] }, busy: false, setText: none, send: none, retry: none, stop: none }
  const { place } = await draw(<Chat {...rest} {...given} />, { texts: ['playground', 'requests', 'ui'] })
  return place
}

test('a key for which there is no model sends nothing, and the button says why', async () => {
  const send = vi.fn<() => void>()
  const talk = { ...NEW_TALK, text: '你好' }
  const place = await showChat({ talk, send, setup: { ...talk.setup, key: 'key_1', model: '' } })
  const button = place.querySelector<HTMLButtonElement>('.pg-composer .pri')
  expect(button?.disabled).toBe(true)
  const why = place.querySelector(`[id="${button?.getAttribute('aria-describedby')}"]`)
  expect(why?.textContent).toBe('所选密钥没有可用的模型，请换一个密钥')
  const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
  await act(async () => place.querySelector('textarea')?.dispatchEvent(press))
  expect(send).not.toHaveBeenCalled()
})

test('both answers of a round can be reached on a phone after one has stopped comparing', async () => {
  const answers = ['gpt-5.5', 'glm-5.3'].map((model) => ({ ...newAnswer(model, 0), state: 'stopped' as const }))
  const talk = { ...NEW_TALK, turns: [{ id: 't1', asked: '你好', answers }] }
  const place = await showChat({ talk, setup: { ...talk.setup, key: 'key_1', model: 'gpt-5.5' } })
  const places = () => [...place.querySelectorAll<HTMLInputElement>('.pg-places input')]
  expect(places()).toHaveLength(2)
  await act(async () => places()[1]?.click())
  expect(place.querySelector('.pg-two')?.className).toContain('at-1')
})

test('the second click of a double one on the button that sends does not stop what the first has sent', async () => {
  const stop = vi.fn<() => void>()
  const talk = { ...NEW_TALK, turns: [{ id: 't1', asked: '你好', answers: [newAnswer('gpt-5.5', 0)] }] }
  const place = await showChat({ talk, stop, busy: true, setup: { ...talk.setup, key: 'key_1', model: 'gpt-5.5' } })
  const button = place.querySelector('.pg-composer button')
  const click = (detail: number) =>
    act(async () => void button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })))
  await click(2)
  expect(stop).not.toHaveBeenCalled()
  await click(1)
  expect(stop).toHaveBeenCalledOnce()
})
