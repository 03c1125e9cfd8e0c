import { expect, test } from 'vitest'
import { TUTORIAL_CLIENTS, type TutorialClient } from '../../../../src/contract/settings-tutorial.ts'
import type { Block, Given } from './guide.ts'
import { GUIDES } from './guides.ts'
import { SYSTEMS } from './systems.ts'

const given: Given = {
  origin: 'https://gate.example',
  key: 'the-key',
  model: 'claude-sonnet-5-5',
  hello: '你好',
  system: 'unix',
}

function textOf(block: Block): string {
  if (block.kind === 'code') return block.code
  return block.kind === 'form' ? block.rows.map(([, value]) => value).join('\n') : ''
}

const configured = (id: TutorialClient, more: Partial<Given> = {}) =>
  (GUIDES.find((guide) => guide.id === id)?.write({ ...given, ...more }).configure ?? []).map(textOf)

test('there is a guide for every client, in the order they are named', () => {
  expect(GUIDES.map(({ id }) => id)).toEqual(TUTORIAL_CLIENTS)
})

test('every guide carries the address and the key on every system', () => {
  for (const system of SYSTEMS) {
    for (const id of TUTORIAL_CLIENTS) {
      const text = configured(id, { system }).join('\n')
      expect(text, id).toContain('https://gate.example')
      expect(text, id).toContain('the-key')
    }
  }
})

test('Claude Code and Gemini CLI get the address without /v1, Codex and OpenCode with it', () => {
  expect(configured('claude-code').join()).not.toContain('/v1')
  expect(configured('gemini-cli').join()).not.toContain('/v1')
  expect(configured('codex').join()).toContain('base_url = "https://gate.example/v1"')
  expect(configured('opencode').join()).toContain('"baseURL": "https://gate.example/v1"')
})

test('the key of Codex stands in the variable and never in its file', () => {
  const [file = '', variable = ''] = configured('codex')
  expect(file).toContain('wire_api = "responses"')
  expect(file).not.toContain('the-key')
  expect(variable).toBe("export YUMEN_API_KEY='the-key'")
})

test('Copilot CLI speaks to each model in what it knows best', () => {
  const told = (model: string) => configured('copilot-cli', { model }).join().split('\n')
  const common = [
    "export COPILOT_PROVIDER_BASE_URL='https://gate.example/v1'",
    "export COPILOT_PROVIDER_API_KEY='the-key'",
  ]
  expect(told('claude-sonnet-5-5')).toEqual([
    ...common,
    "export COPILOT_MODEL='claude-sonnet-5-5'",
    "export COPILOT_PROVIDER_TYPE='anthropic'",
  ])
  expect(told('gpt-5.5').at(-1)).toBe("export COPILOT_PROVIDER_WIRE_API='responses'")
  expect(told('deepseek-v3.2')).toEqual([...common, "export COPILOT_MODEL='deepseek-v3.2'"])
})

test('Qwen Code is told to sign in with the key', () => {
  expect(JSON.parse(configured('qwen-code')[1] ?? '')).toMatchObject({ security: { auth: { selectedType: 'openai' } } })
})

test('Gemini CLI gets the setting without which it does not start', () => {
  expect(JSON.parse(configured('gemini-cli')[1] ?? '')).toMatchObject({
    security: { auth: { selectedType: 'gemini-api-key' } },
  })
})
