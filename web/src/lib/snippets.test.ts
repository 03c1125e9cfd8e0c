import { expect, test } from 'vitest'
import { BASE_URLS, ccSwitchLink, cherryStudioLink, claudeCodeSettings, envFile, SNIPPETS } from './snippets.ts'
import type { Values } from './snippet-values.ts'
import { canCall } from './tutorial/clients.ts'

const values: Values = { origin: 'https://gate.example', key: 'the-key', model: 'some-model', hello: '你好' }
const written = (id: string, more: Partial<Values> = {}) =>
  SNIPPETS.find((snippet) => snippet.id === id)?.write({ ...values, ...more }) ?? ''

test('every configuration carries the key and the model', () => {
  for (const { id } of SNIPPETS) {
    expect(written(id), id).toContain('the-key')
    expect(written(id), id).toContain('some-model')
  }
})

test('whoever saved a configuration is told how to send a first request; Codex is given its key there', () => {
  const run = (id: string) => SNIPPETS.find((snippet) => snippet.id === id)?.run?.(values)
  expect(run('claude-code')).toBe('claude -p "你好"')
  expect(run('codex')).toBe('export YUMEN_API_KEY=\'the-key\'\ncodex exec --skip-git-repo-check "你好"')
  expect(run('openai-python')).toBe('python chat.py')
  for (const { id, file } of SNIPPETS) expect(run(id) === undefined, id).toBe(file === 'Shell')
})

test('clients of OpenAI get the origin with /v1, clients of Anthropic and Gemini without', () => {
  for (const { id, protocol } of SNIPPETS) {
    expect(written(id).includes('https://gate.example/v1'), id).toBe(protocol.startsWith('openai-'))
  }
})

test('the settings of Claude Code are the JSON it reads', () => {
  expect(JSON.parse(written('claude-code', { model: 'claude-sonnet-5-5' }))).toEqual({
    env: {
      ANTHROPIC_BASE_URL: 'https://gate.example',
      ANTHROPIC_AUTH_TOKEN: 'the-key',
      ANTHROPIC_API_KEY: '',
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
      ANTHROPIC_MODEL: 'claude-sonnet-5-5',
    },
  })
})

test('Claude Code is kept from sending to other models what only those of Anthropic know', () => {
  const env = (model: string) =>
    (JSON.parse(claudeCodeSettings({ ...values, model })) as { env: Record<string, string> }).env
  expect(env('claude-sonnet-5-5')).not.toHaveProperty('CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS')
  expect(env('gpt-5.5')).toMatchObject({
    ANTHROPIC_MODEL: 'gpt-5.5',
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'gpt-5.5',
    CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1',
  })
})

test('Codex gets a provider of its own, which speaks Responses, and the key through a variable', () => {
  expect(written('codex').split('\n')).toEqual([
    "# export YUMEN_API_KEY='the-key'",
    'model_provider = "yumen"',
    'model = "some-model"',
    '',
    '[model_providers.yumen]',
    'name = "Yumen"',
    'base_url = "https://gate.example/v1"',
    'wire_api = "responses"',
    'env_key = "YUMEN_API_KEY"',
  ])
})

test('Gemini CLI gets its variables, and the setting without which it does not start', () => {
  const [setting = '', ...variables] = written('gemini-cli').split('\n')
  expect(setting).toMatch(/^# ~\/\.gemini\/settings\.json: /)
  expect(JSON.parse(setting.slice(setting.indexOf('{')))).toEqual({
    security: { auth: { selectedType: 'gemini-api-key' } },
  })
  expect(variables).toEqual([
    'GOOGLE_GEMINI_BASE_URL=https://gate.example',
    'GEMINI_API_KEY=the-key',
    'GEMINI_MODEL=some-model',
  ])
})

test('each family of clients is told its own address', () => {
  expect(BASE_URLS.map(({ client, path }) => `${client} ${path}`)).toEqual(['OpenAI /v1', 'Anthropic ', 'Gemini '])
})

test('the OpenAI library speaks Responses, and chat where a model is offered over nothing else of it', () => {
  expect(written('openai-python')).toBe(`from openai import OpenAI
client = OpenAI(base_url="https://gate.example/v1", api_key="the-key")
print(client.responses.create(model="some-model", input="你好").output_text)`)
  expect(written('openai-node')).toContain('client.responses.create({\n  model: "some-model",\n  input: "你好",\n})')
  for (const id of ['openai-python', 'openai-node']) {
    expect(written(id, { offered: ['openai-chat', 'openai-responses'] })).toBe(written(id))
    expect(written(id, { offered: ['openai-chat'] })).toMatch(
      /client\.chat\.completions\.create\([^]*\.message\.content\)$/,
    )
  }
})

test('Google’s library makes interactions, and generates content where a model is offered over nothing else of it', () => {
  for (const id of ['google-python', 'google-node']) {
    expect(written(id)).toContain('client.interactions.create(')
    expect(written(id, { offered: ['gemini-generate', 'gemini-interactions'] })).toBe(written(id))
    expect(written(id, { offered: ['gemini-generate'] })).toMatch(
      /client\.models\.generate_?[cC]ontent\([^]*answer\.text\)$/,
    )
  }
})

test('a client can call what is offered over what it speaks, or speaks instead', () => {
  const [sdk, codex] = ['openai-python', 'codex'].map((id) => SNIPPETS.find((snippet) => snippet.id === id))
  const calls = (snippet: typeof sdk) =>
    (['openai-chat', 'openai-responses', 'anthropic-messages'] as const).filter(
      (one) => snippet && canCall(snippet, [one]),
    )
  expect(calls(sdk)).toEqual(['openai-chat', 'openai-responses'])
  expect(calls(codex)).toEqual(['openai-responses'])
})

test('a quote in a name does not end the string it stands in', () => {
  expect(written('curl', { hello: "it's" })).toContain(String.raw`"content":"it'\''s"`)
  expect(written('openai-python', { hello: 'say "hi"' })).toContain(String.raw`"say \"hi\""`)
})

test('the .env file names what the official clients read', () => {
  expect(envFile(values)).toBe(
    'OPENAI_BASE_URL=https://gate.example/v1\nOPENAI_API_KEY=the-key\nANTHROPIC_BASE_URL=https://gate.example\nANTHROPIC_AUTH_TOKEN=the-key\nGOOGLE_GEMINI_BASE_URL=https://gate.example\nGEMINI_API_KEY=the-key\n',
  )
})

test('the CC Switch link survives spaces and ampersands in a name', () => {
  const link = new URL(ccSwitchLink({ name: 'a & b', origin: 'https://gate.example', key: 'the-key' }))
  expect(link.searchParams.get('name')).toBe('a & b')
  expect(link.searchParams.get('endpoint')).toBe('https://gate.example')
  expect(link.searchParams.get('apiKey')).toBe('the-key')
})

test('the Cherry Studio link carries base64 of UTF-8 JSON without the characters its reader breaks on', () => {
  const link = new URL(cherryStudioLink({ name: "玉门 (it's)", origin: 'https://gate.example', key: 'the-key' }))
  const bytes = Uint8Array.from(atob(link.searchParams.get('data') ?? ''), (letter) => letter.charCodeAt(0))
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
    id: 'yumen',
    name: '玉门 its',
    type: 'openai',
    baseUrl: 'https://gate.example',
    apiKey: 'the-key',
  })
})
