import { expect, test } from 'vitest'
import { CAPABILITIES, DIALECTS } from '../core/protocol.ts'
import { DESCRIPTORS, descriptorOf } from './all.ts'
import { effortTold } from '../protocols/efforts.ts'
import { AUTH_SCHEMES, headersFor, quirksOf } from './provider.ts'

const named = DESCRIPTORS.map((descriptor) => [descriptor.id, descriptor] as const)

test('every vendor has an id of its own', () => {
  expect(new Set(DESCRIPTORS.map((descriptor) => descriptor.id)).size).toBe(DESCRIPTORS.length)
  for (const { id } of DESCRIPTORS) expect(id).toMatch(/^[a-z][a-z0-9-]{1,39}$/)
})

test.each(named)('%s has a name in both languages and safe links', (_id, { name, website, keysUrl }) => {
  expect(name.zh).not.toBe('')
  expect(name.en).toMatch(/^[\x20-\x7e]+$/)
  for (const link of [website, keysUrl]) if (link !== null) expect(new URL(link).protocol).toBe('https:')
})

test.each(named)(
  '%s has at most one address for each dialect, with capabilities of that dialect',
  (_id, { endpoints }) => {
    const dialects = endpoints.map((endpoint) => endpoint.dialect)
    expect(new Set(dialects).size).toBe(dialects.length)
    expect(endpoints.length).toBeGreaterThan(0)
    for (const { dialect, capabilities, auth } of endpoints) {
      expect(DIALECTS).toContain(dialect)
      expect(CAPABILITIES[dialect]).toEqual(expect.arrayContaining([...capabilities]))
      expect(capabilities.length).toBeGreaterThan(0)
      if (auth !== undefined) expect(AUTH_SCHEMES).toContain(auth)
    }
  },
)

test.each(named)('%s is reached over TLS unless it may lie in a private network', (_id, descriptor) => {
  for (const { baseUrl } of descriptor.endpoints) {
    const url = new URL(baseUrl.replaceAll(/\{\w+\}/g, '1'))
    expect(descriptor.allowPrivate ? ['http:', 'https:'] : ['https:']).toContain(url.protocol)
    expect(baseUrl).not.toMatch(/[/?#]$/)
    if (baseUrl.includes('{')) expect(descriptor.customBase).toBe(true)
  }
})

test.each(named)(
  '%s gives Anthropic and Gemini addresses without the version, as their libraries want them',
  (_id, d) => {
    for (const { dialect, baseUrl } of d.endpoints)
      if (dialect !== 'openai') expect(baseUrl).not.toMatch(/\/v1(beta)?$/)
  },
)

test('a credential goes out in the header its endpoint wants, and nowhere else', () => {
  expect(headersFor(descriptorOf('openai'), 'openai', 's')).toEqual({ authorization: 'Bearer s' })
  expect(headersFor(descriptorOf('azure'), 'openai', 's')).toEqual({ 'api-key': 's' })
  expect(headersFor(descriptorOf('gemini'), 'gemini', 's')).toEqual({ 'x-goog-api-key': 's' })
  const version = { 'anthropic-version': '2023-06-01' }
  expect(headersFor(descriptorOf('anthropic'), 'anthropic', 's')).toEqual({ ...version, 'x-api-key': 's' })
  expect(headersFor(descriptorOf('azure'), 'anthropic', 's')).toEqual({ ...version, 'x-api-key': 's' })
  expect(headersFor(descriptorOf('moonshot'), 'anthropic', 's')).toEqual({ ...version, authorization: 'Bearer s' })
})

test('a Foundry resource is asked for Claude at an address of its own, which the same name fills in', () => {
  const claude = descriptorOf('azure').endpoints.find(({ dialect }) => dialect === 'anthropic')
  expect(claude).toMatchObject({
    baseUrl: expect.stringMatching(/^https:\/\/\{resource\}\..+\/anthropic$/),
    unlisted: true,
  })
})

test('a preset that is gone is treated as a custom vendor, with the scheme of the dialect', () => {
  expect(descriptorOf('was-here-once').id).toBe('custom')
  expect(headersFor(descriptorOf('was-here-once'), 'openai', 's')).toEqual({ authorization: 'Bearer s' })
})

const chatVendors = DESCRIPTORS.flatMap(({ id, endpoints }) =>
  endpoints.some(({ capabilities }) => capabilities.includes('chat')) ? [id] : [],
)

test('only OpenAI itself, on its own servers or Azure’s, speaks chat without a quirk', () => {
  const plain = chatVendors.filter((id) => Object.keys(quirksOf(descriptorOf(id), 'openai')).length === 0)
  expect(plain).toEqual(['openai', 'azure', 'demo'])
})

test.each([
  ['deepseek', { thinking: 'thinking-type', replayReasoning: true, oldMaxTokens: true, noDeveloperRole: true }],
  ['zhipu', { thinking: 'thinking-type', jsonObjectOnly: true }],
  ['dashscope', { thinking: 'enable-thinking' }],
  ['vllm', { thinking: 'chat-template' }],
  ['openrouter', { thinking: 'reasoning-object', replayReasoning: true }],
  ['minimax', { thinking: 'reasoning-split' }],
  ['mistral', { shortToolIds: true, plainFields: true, cacheKeys: true, strictFormats: true, seedName: 'random_seed' }],
  ['fireworks', { efforts: ['none', 'low', 'medium', 'high'], oldMaxTokens: true }],
  ['cohere', { thinking: 'none', plainFields: true }],
  ['xai', { plainFields: true, keepsAnswers: true }],
  ['gemini', { callSignatures: true }],
  ['was-here-once', { noDeveloperRole: true, oldMaxTokens: true, plainFields: true }],
])('the servers of %s differ as wire.md §5 says', (id, quirks) => {
  expect(quirksOf(descriptorOf(id), 'openai')).toMatchObject(quirks)
})

test('only Vertex refuses the tier in the body of Gemini’s protocol', () => {
  const refusing = DESCRIPTORS.filter((descriptor) => quirksOf(descriptor, 'gemini').noTier)
  expect(refusing.map(({ id }) => id)).toEqual(['vertex'])
})

test('quirks belong to the servers of one dialect', () => {
  expect(quirksOf(descriptorOf('deepseek'), 'anthropic')).toEqual({})
  expect(quirksOf(descriptorOf('deepseek'), 'gemini')).toEqual({})
})

test.each([
  ['xai', 'grok-4.7', 'max', 'xhigh'],
  ['xai', 'grok-4.5', 'max', 'high'],
  ['xai', 'grok-4.3', 'none', 'none'],
  ['xai', 'grok-4.20-0309-reasoning', 'high', null],
  ['xai', 'grok-4.20-multi-agent-0309', 'max', 'xhigh'],
  ['xai', 'grok-4-1-fast-non-reasoning', 'high', null],
  ['xai', 'grok-4-0709', 'high', null],
  ['xai', 'grok-code-fast-1', 'high', null],
  ['xai', 'grok-3-mini', 'medium', 'high'],
  ['groq', 'openai/gpt-oss-120b', 'max', 'high'],
  ['groq', 'qwen/qwen3-32b', 'medium', null],
  ['mistral', 'mistral-small-2603', 'low', 'high'],
  ['mistral', 'mistral-medium-3-5', 'none', 'none'],
  ['mistral', 'mistral-medium-2508', 'high', null],
  ['mistral', 'mistral-large-4-0-8', 'max', 'high'],
  ['mistral', 'mistral-large-2512', 'high', null],
  ['mistral', 'magistral-medium-latest', 'high', null],
  ['groq', 'qwen/qwen3.8-27b', 'none', 'none'],
  ['volcengine', 'doubao-seed-2-1-pro-260628', 'none', 'minimal'],
  ['mimo', 'mimo-v2', 'high', null],
] as const)('%s is told for %s, asked to think %s: %s', (id, model, asked, word) => {
  expect(effortTold(asked, { model, quirks: quirksOf(descriptorOf(id), 'openai') }).word).toBe(word)
})

test.each([
  ['siliconflow', 'Qwen/Qwen3-8B', true],
  ['siliconflow', 'Qwen/Qwen3-235B-A22B', true],
  ['siliconflow', 'Qwen/Qwen3.5-122B-A10B', true],
  ['siliconflow', 'Pro/deepseek-ai/DeepSeek-V3.2', true],
  ['siliconflow', 'deepseek-ai/DeepSeek-V4-Flash', true],
  ['siliconflow', 'Pro/zai-org/GLM-4.7', true],
  ['siliconflow', 'tencent/Hunyuan-A13B-Instruct', true],
  ['qianfan', 'deepseek-v3.1-250821', true],
  ['siliconflow', 'Qwen/Qwen3-Coder-480B-A35B-Instruct', false],
  ['siliconflow', 'Qwen/Qwen3-235B-A22B-Instruct-2507', false],
  ['siliconflow', 'Qwen/Qwen3-VL-32B-Instruct', false],
  ['siliconflow', 'Qwen/Qwen2.5-VL-72B-Instruct', false],
  ['siliconflow', 'deepseek-ai/DeepSeek-R1-0528-Qwen3-8B', false],
  ['siliconflow', 'tencent/Hunyuan-MT-7B', false],
  ['siliconflow', 'deepseek-ai/DeepSeek-V3', false],
  ['modelscope', 'Qwen/Qwen-VL-Plus', false],
])('thinking can be switched at %s for %s: %s', (id, model, expected) => {
  expect(quirksOf(descriptorOf(id), 'openai').switchable?.test(model)).toBe(expected)
})
