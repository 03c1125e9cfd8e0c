import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { geminiGenerateCodec as codec } from './codec.ts'

const PATH = '/v1beta/models/m:generateContent'
const read = (body: Json, path = PATH) => codec.readRequest(body, { path, query: new URLSearchParams() })
const user = (...parts: Json[]) => ({ role: 'user', parts })
const model = (...parts: Json[]) => ({ role: 'model', parts })
const config = (generationConfig: Json) => read({ contents: [], generationConfig })

test('a body in snake_case says the same as one in camelCase', () => {
  const camel = {
    systemInstruction: { parts: [{ text: 'be short' }] },
    contents: [
      user({ inlineData: { mimeType: 'image/png', data: 'AA==' } }, { fileData: { fileUri: 'https://x.y/a.pdf' } }),
      model({ functionCall: { id: 'c', name: 'f', args: { a_b: 1 } }, thoughtSignature: 's' }),
      user({ functionResponse: { id: 'c', name: 'f', response: { output: 'ok' } } }),
    ],
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object' } }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    generationConfig: { topP: 0.5, maxOutputTokens: 9, stopSequences: ['x'], thinkingConfig: { thinkingBudget: 9 } },
    serviceTier: 'flex',
  }
  const renamed = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => renamed(one))
    if (typeof value !== 'object' || value === null || key === 'args') return value
    const entries = Object.entries(value).map(([name, one]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      renamed(one, name),
    ])
    return Object.fromEntries(entries)
  }
  expect(read(renamed(camel) as Json)).toEqual(read(camel))
  expect(read(camel).toolChoice).toEqual({ mode: 'some', names: ['f'], required: true })
})

test('what stands alone in the place of a list is a list of one, as in the requests of Google’s own pages', () => {
  const told = (of: <T>(one: T) => T | T[]) => ({
    system_instruction: { parts: of({ text: 'You are a cat.' }) },
    contents: of({ parts: of({ text: 'hi' }) }),
    tools: of({ function_declarations: of({ name: 'f' }) }),
    tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: of('f') } },
    generationConfig: { stopSequences: of('x') },
  })
  expect(read(told((one) => one))).toEqual(read(told((one) => [one])))
  expect(read(told((one) => one)).messages).toHaveLength(2)
})

test('the form that has taken the place of a media type and a schema binds the answer as they do', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const older = config({ responseMimeType: 'application/json', responseJsonSchema: schema })
  expect(config({ responseFormat: [{ text: { mimeType: 'APPLICATION_JSON', schema } }] }).format).toEqual(older.format)
  expect(config({ responseFormat: { text: { mimeType: 'application/json' } } }).format).toEqual({ type: 'json' })
  expect(config({ responseFormat: [{ text: { mimeType: 'text/plain' } }] }).format).toBeNull()
})

test.each([
  [{ mode: 'AUTO' }, { mode: 'auto' }],
  [{ mode: 'VALIDATED' }, { mode: 'auto' }],
  [{ mode: 'NONE' }, { mode: 'none' }],
  [{ mode: 'ANY' }, { mode: 'required' }],
  [
    { mode: 'ANY', allowedFunctionNames: ['f'] },
    { mode: 'some', names: ['f'], required: true },
  ],
  [
    { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
    { mode: 'some', names: ['f'], required: false },
  ],
  [{}, null],
])('the calling config %j is the choice %j, and none without tools', (functionCallingConfig, choice) => {
  const toolConfig = { functionCallingConfig }
  const tools = [{ functionDeclarations: [{ name: 'f' }] }]
  expect(read({ contents: [], tools, toolConfig }).toolChoice).toEqual(choice)
  expect(read({ contents: [], tools: [], toolConfig }).toolChoice).toBeNull()
})

test('a tool has a JSON Schema, however it was described', () => {
  const functionDeclarations = [
    { name: 'a', description: 'A', parameters: { type: 'OBJECT', properties: { n: { type: 'INTEGER' } } } },
    { name: 'b', parametersJsonSchema: { type: 'object', additionalProperties: false } },
    { name: 'c' },
  ]
  const plain = { form: 'function', namespace: null, strict: null, description: null }
  expect(read({ contents: [], tools: [{ functionDeclarations }, { googleSearch: {} }] })).toMatchObject({
    webSearch: {},
    tools: [
      { ...plain, name: 'a', description: 'A', schema: { type: 'object', properties: { n: { type: 'integer' } } } },
      { ...plain, name: 'b', schema: { type: 'object', additionalProperties: false } },
      { ...plain, name: 'c', schema: null },
    ],
  })
})

test('every setting has its feature', () => {
  const generationConfig = {
    temperature: 0,
    topP: 0.9,
    topK: '40',
    seed: 7,
    maxOutputTokens: 100,
    stopSequences: ['a', 'b'],
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    candidateCount: 1,
    responseModalities: ['TEXT'],
    responseMimeType: 'text/plain',
    thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' },
  }
  expect(read({ contents: [], generationConfig, serviceTier: 'STANDARD' })).toEqual({
    messages: [],
    tools: [],
    webSearch: null,
    toolChoice: null,
    parallelTools: null,
    temperature: 0,
    topP: 0.9,
    topK: 40,
    seed: 7,
    maxTokens: 100,
    stop: ['a', 'b'],
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    reasoning: { effort: 'low', budgetTokens: null, shown: true },
    format: null,
    verbosity: null,
    cacheKey: null,
    user: null,
    tier: 'default',
  })
})

test.each([
  [{ thinkingBudget: 2048 }, { effort: null, budgetTokens: 2048, shown: null }],
  [{ thinkingBudget: 0 }, { effort: 'none', budgetTokens: null, shown: null }],
  [
    { thinkingBudget: -1, includeThoughts: false },
    { effort: null, budgetTokens: null, shown: false },
  ],
  [{ includeThoughts: true }, { effort: null, budgetTokens: null, shown: true, onlyShown: true }],
  [{ thinkingLevel: 'minimal' }, { effort: 'minimal', budgetTokens: null, shown: null }],
  [{ thinkingLevel: 'XHIGH' }, { effort: 'xhigh', budgetTokens: null, shown: null }],
])('the thinking config %j is %j', (thinkingConfig, reasoning) => {
  expect(config({ thinkingConfig }).reasoning).toEqual(reasoning)
})

test('a schema of either kind is asked for as JSON Schema', () => {
  const asked = (schema: Json) => config({ responseMimeType: 'application/json', ...schema }).format
  const json = { type: 'object', properties: { city: { type: 'string' } } }
  const format = { type: 'schema', name: 'response', description: null, schema: json, strict: null }
  expect(asked({ responseSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } })).toEqual(format)
  // Gemini CLI writes capitals here too.
  expect(asked({ responseJsonSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } })).toEqual(format)
  expect(asked({})).toEqual({ type: 'json' })
})

test.each([
  [{ contents: 'hi' }, '`contents` must be a list'],
  [{ contents: ['hi'] }, '`contents[0]` must be an object'],
  [{ contents: [{ role: 'assistant', parts: [] }] }, '`contents[0].role` must be user or model'],
  [{ contents: [user({ text: 7 })] }, '`contents[0].parts[0].text` must be text'],
  [{ contents: [user({})] }, '`contents[0].parts[0]` holds nothing'],
  [{ contents: [user({ functionCall: { name: 'f' } })] }, '`contents[0].parts[0]` holds nothing'],
  [{ contents: [user({ inlineData: { data: 'AA==' } })] }, '`contents[0].parts[0].inlineData` needs'],
  [{ contents: [model({ functionCall: { args: {} } })] }, '`contents[0].parts[0].functionCall` needs a `name`'],
  [{ generationConfig: { temperature: 'hot' } }, '`generationConfig.temperature` must be a number'],
  [{ generationConfig: { stopSequences: 5 } }, '`generationConfig.stopSequences` must be a list of texts'],
  [
    { generationConfig: { thinkingConfig: { thinkingLevel: 'LOTS' } } },
    '`generationConfig.thinkingConfig.thinkingLevel`',
  ],
  [{ tools: [{ functionDeclarations: [{}] }] }, '`tools[0].functionDeclarations[0].name` is missing'],
])('the body %j is refused: %s', (body, message) => {
  const refused = () => read({ contents: [], ...body })
  expect(refused).toThrow(expect.objectContaining({ code: 'body_invalid' }))
  expect(refused).toThrow(message)
})

test.each([
  [{ contents: [user({ inlineData: { mimeType: 'video/mp4', data: '' } })] }, 'video'],
  [{ contents: [user({ fileData: { mimeType: 'audio/wav', fileUri: 'https://x.y/a' } })] }, 'sound by its address'],
  [{ tools: [{ codeExecution: {} }] }, 'the tool `codeExecution`'],
  [{ tools: [{ urlContext: {} }] }, 'the tool `urlContext`'],
  [{ generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } }, 'answers in pictures or sound'],
  [{ generationConfig: { responseMimeType: 'text/x.enum' } }, '`text/x.enum`'],
])('the body %j cannot be carried: %s', (body, what) => {
  const refused = () => read({ contents: [], ...body })
  expect(refused).toThrow(expect.objectContaining({ code: 'not_translatable' }))
  expect(refused).toThrow(what)
})

test('tokens are counted by the vendor’s own count only', () => {
  expect(() => read({ contents: [] }, '/v1/models/m:countTokens')).toThrow('`countTokens`')
})

test('the path says how the answer is wanted', () => {
  const form = (call: string) => {
    const [path = '', query = ''] = `/v1/models/m:${call}`.split('?')
    return codec.form?.({ path, query: new URLSearchParams(query) })
  }
  expect(['generateContent', 'streamGenerateContent?alt=sse', 'streamGenerateContent'].map(form)).toEqual([
    'whole',
    'events',
    'array',
  ])
})
