import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { newAnswer, NEW_TALK } from '../../lib/playground/talk.ts'
import { queryClient } from '../../lib/query.ts'
import { Chat } from './chat.tsx'

test('both answers of a round can be reached on a phone after one has stopped comparing', async () => {
  await Promise.all((['playground', 'requests', 'ui'] as const).map((name) => loadTexts(name)))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const answers = ['gpt-5.5', 'glm-5.3'].map((model) => ({ ...newAnswer(model, 0), state: 'stopped' as const }))
  const talk = { ...NEW_TALK, turns: [{ id: 't1', asked: '你好', answers }] }
  const none = vi.fn<() => void>()
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Chat
          talk={talk}
          setup={{ ...talk.setup, key: 'key_1', model: 'gpt-5.5' }}
          choices={{ keys: [], models: [] }}
          busy={false}
          setText={none}
          send={none}
          retry={none}
          stop={none}
        />
      </QueryClientProvider>,
    ),
  )
  const places = () => [...place.querySelectorAll<HTMLInputElement>('.pg-places input')]
  expect(places()).toHaveLength(2)
  await act(async () => places()[1]?.click())
  expect(place.querySelector('.pg-two')?.className).toContain('at-1')
})
