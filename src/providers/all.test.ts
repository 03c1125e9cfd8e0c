import { expect, test } from 'vitest'
import { CAPABILITIES, DIALECTS } from '../core/protocol.ts'
import { DESCRIPTORS, descriptorOf } from './all.ts'
import { effortTold } from '../protocols/efforts.ts'
import { writeReasoning } from '../protocols/openai-chat/write-reasoning.ts'
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

// A key that pays by the token is refused at the address of a plan, and OpenAI's address of a preset is the former's
// (cloud.baidu.com/doc/qianfan-docs/s/6mh3e6gjp; platform.stepfun.com/docs, Step Plan).
test.each([
  ['qianfan', 'https://qianfan.baidubce.com/anthropic'],
  ['stepfun', 'https://api.stepfun.com'],
])('%s is asked in both dialects where its keys are paid by the token', (id, expected) => {
  const { endpoints } = descriptorOf(id)
  expect(endpoints.find(({ dialect }) => dialect === 'anthropic')?.baseUrl).toBe(expected)
  expect(endpoints.some(({ baseUrl }) => /plan|coding/.test(baseUrl))).toBe(false)
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
  ['fireworks', { efforts: ['none', 'low', 'medium', 'high'], oldMaxTokens: true, replayReasoning: true }],
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
  ['mistral', 'mistral-large-latest', 'none', 'low'],
  ['mistral', 'mistral-large-2512', 'high', null],
  ['mistral', 'magistral-medium-latest', 'low', 'high'],
  ['mistral', 'zai-glm-5-3', 'none', 'low'],
  ['mistral', 'zai-glm-5-2', 'none', 'none'],
  ['mistral', 'codestral-latest', 'high', null],
  ['fireworks', 'accounts/fireworks/models/glm-5p3-flash', 'medium', 'high'],
  ['fireworks', 'accounts/fireworks/models/kimi-k3p1-pro', 'none', 'low'],
  ['fireworks', 'accounts/fireworks/routers/glm-flash-latest', 'none', 'low'],
  ['fireworks', 'accounts/fireworks/routers/qwen-max-latest', 'high', 'xhigh'],
  ['fireworks', 'accounts/fireworks/models/muse-spark-open', 'none', 'low'],
  ['fireworks', 'accounts/fireworks/models/gpt-oss-120b', 'none', 'low'],
  ['bedrock', 'openai.gpt-oss-120b-1:0', 'none', 'low'],
  ['bedrock', 'global.openai.gpt-6.2-sol', 'none', 'low'],
  ['bedrock', 'global.xai.grok-4.7', 'max', 'xhigh'],
  ['bedrock', 'global.moonshotai.kimi-k3.1', 'medium', 'high'],
  ['groq', 'qwen/qwen3.8-27b', 'none', 'none'],
  ['volcengine', 'doubao-seed-2-1-pro-260628', 'none', 'minimal'],
  ['volcengine', 'deepseek-v4-pro', 'max', 'max'],
  ['mimo', 'mimo-v2', 'high', null],
] as const)('%s is told for %s, asked to think %s: %s', (id, model, asked, word) => {
  expect(effortTold(asked, { model, quirks: quirksOf(descriptorOf(id), 'openai') }).word).toBe(word)
})

// Moonshot answers 400 `cannot specify both 'thinking' and 'reasoning_effort'` (HKUDS/nanobot 3939), and to `disabled` where a
// model always thinks (platform.kimi.ai/docs, thinking effort); Zhipu 1210 `This model always engages in thinking and cannot
// be disabled; please use low, high, or max` (docs.z.ai, thinking); MiniMax takes `adaptive` and `disabled` for M3.
test.each([
  ['moonshot', 'kimi-k2.6', 'high', { thinking: { type: 'enabled' } }],
  ['moonshot', 'kimi-k2.6', 'none', { thinking: { type: 'disabled' } }],
  ['moonshot', 'kimi-k2.7-code', 'high', {}],
  ['moonshot', 'kimi-k2.7-code', 'none', {}],
  ['moonshot', 'kimi-k3', 'medium', { reasoning_effort: 'high' }],
  ['moonshot', 'kimi-k3.1-pro-highspeed', 'none', { reasoning_effort: 'low' }],
  ['zhipu', 'glm-5.3-flash', 'none', { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
  ['zai', 'glm-5.3', 'medium', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
  ['zai', 'glm-5.2', 'none', { thinking: { type: 'disabled' } }],
  // OpenRouter's 400, `Reasoning is mandatory for this endpoint and cannot be disabled` (elie222/rakazo 114).
  ['openrouter', 'google/gemini-3.7-flash', 'none', { reasoning: { effort: 'minimal' } }],
  ['openrouter', '~anthropic/claude-sonnet-latest', 'none', { reasoning: { effort: 'minimal' } }],
  ['openrouter', 'anthropic/claude-opus-5.5:batch', 'none', { reasoning: { effort: 'minimal' } }],
  ['openrouter', 'openai/gpt-6-astra', 'none', { reasoning: { effort: 'low' } }],
  ['openrouter', 'openai/gpt-oss-120b', 'none', { reasoning: { effort: 'minimal' } }],
  ['openrouter', 'minimax/minimax-m2.5', 'none', { reasoning: { effort: 'minimal' } }],
  ['openrouter', 'z-ai/glm-5.3-flash', 'max', { reasoning: { effort: 'max' } }],
  ['openrouter', 'anthropic/claude-opus-5', 'none', { reasoning: { effort: 'none' } }],
  ['openrouter', 'google/gemini-3.1-flash-lite', 'none', { reasoning: { effort: 'none' } }],
  ['openrouter', 'deepseek/deepseek-v4.1-flash', 'none', { reasoning: { effort: 'none' } }],
  ['openrouter', 'z-ai/glm-5.2', 'none', { reasoning: { effort: 'none' } }],
  ['minimax', 'MiniMax-M3', 'none', { reasoning_split: true, thinking: { type: 'disabled' } }],
  ['minimax', 'MiniMax-M3', 'max', { reasoning_split: true, thinking: { type: 'adaptive' } }],
  ['minimax', 'MiniMax-M2.7', 'none', { reasoning_split: true }],
] as const)('%s says to %s to think %s in the words that model takes', (id, model, asked, expected) => {
  const quirks = quirksOf(descriptorOf(id), 'openai')
  const reasoning = { effort: asked, budgetTokens: null, shown: null }
  expect(writeReasoning(reasoning, { quirks, model }, new Set())).toEqual(expected)
})

// platform.kimi.ai/docs, migrating from OpenAI; UKGovernmentBEIS/inspect_ai 5152.
test.each([
  ['kimi-k3.1-pro', true, 'unnamed'],
  ['kimi-k2.7-code-highspeed', true, 'never'],
  ['kimi-k2.6', true, 'unthinking'],
  ['kimi-k2-0905-preview', false, undefined],
])('%s has its own temperature: %s, and is forced to call: %s', (model, isFixed, taken) => {
  const { fixedSampling, forcedTools } = quirksOf(descriptorOf('moonshot'), 'openai')
  expect(fixedSampling?.test(model)).toBe(isFixed)
  expect(forcedTools?.find(([models]) => models.test(model))?.[1]).toBe(taken)
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
