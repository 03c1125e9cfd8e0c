import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { geminiGenerateCodec as codec } from './codec.ts'

const PATH = '/v1beta/models/gemini-3.5-flash:generateContent'
const read = (body: Json) => codec.readRequest(body, { path: PATH, query: new URLSearchParams() })

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const name = fc.constantFrom('get_weather', 'f', 'mcp.server-1.tool')
const optional = <T>(made: fc.Arbitrary<T>) => fc.option(made, { nil: undefined })
const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(text, fc.integer(), fc.boolean()), {
  maxKeys: 3,
  noNullPrototype: true,
})

const media = fc.oneof(
  fc
    .record({
      mimeType: fc.constantFrom('image/png', 'application/pdf', 'audio/mp3', 'text/plain'),
      data: fc.base64String(),
    })
    .map((inlineData) => ({ inlineData })),
  fc
    .record({ mimeType: fc.constantFrom('image/png', 'application/pdf'), fileUri: fc.webUrl() })
    .map((fileData) => ({ fileData })),
)
const userPart = fc.oneof(
  text.map((one) => ({ text: one })),
  media,
)
const thoughtSignature = optional(fc.base64String({ minLength: 4, maxLength: 12 }))
const modelPart = fc.oneof(
  fc.record({ text, thoughtSignature }),
  fc.record({ text, thought: fc.constant(true), thoughtSignature }),
)

/** A turn that calls tools, with or without ids, and the one that gives what came of it. */
const toolTurns = fc
  .array(
    fc.record({
      name,
      id: optional(fc.uuid()),
      args: object,
      thoughtSignature,
      response: object,
      isError: fc.boolean(),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((calls) => [
    {
      role: 'model',
      parts: calls.map((one) => ({
        functionCall: { name: one.name, id: one.id, args: one.args },
        thoughtSignature: one.thoughtSignature,
      })),
    },
    {
      role: 'user',
      parts: calls.map((one) => ({
        functionResponse: {
          name: one.name,
          id: one.id,
          response: one.isError ? { error: JSON.stringify(one.response) } : one.response,
        },
      })),
    },
  ])
const contents = fc
  .array(
    fc.oneof(
      fc.array(userPart, { minLength: 1, maxLength: 3 }).map((parts) => [{ role: 'user', parts }]),
      fc.array(modelPart, { minLength: 1, maxLength: 4 }).map((parts) => [{ role: 'model', parts }]),
      toolTurns,
    ),
    { maxLength: 5 },
  )
  .map((turns) => merged(turns.flat()))

/** Neighbours of one role are one content. */
function merged(turns: { role: string; parts: object[] }[]): Json[] {
  const out: { role: string; parts: object[] }[] = []
  for (const turn of turns) {
    const last = out.at(-1)
    if (last?.role === turn.role) last.parts.push(...turn.parts)
    else out.push({ ...turn, parts: [...turn.parts] })
  }
  return out
}

const schema = fc.constantFrom<Json>(
  { type: 'object', properties: { city: { type: 'string' } } },
  { type: ['string', 'null'], enum: ['a', null] },
  {},
)
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 }).map((one) => one + 0)
const thinkingConfig = fc.record(
  { thinkingLevel: fc.constantFrom('MINIMAL', 'LOW', 'MEDIUM', 'HIGH'), includeThoughts: fc.boolean() },
  { requiredKeys: ['thinkingLevel'] },
)
const generationConfig = fc.record(
  {
    temperature: number,
    topP: number,
    topK: fc.nat(100),
    seed: fc.nat(),
    maxOutputTokens: fc.integer({ min: 1, max: 100_000 }),
    stopSequences: fc.array(text, { minLength: 1, maxLength: 5 }),
    responseMimeType: fc.constant('application/json'),
    responseJsonSchema: schema,
    thinkingConfig,
  },
  { requiredKeys: [] },
)
const callingConfig = fc.oneof(
  fc.record({ mode: fc.constantFrom('AUTO', 'NONE', 'ANY') }),
  fc.record({ mode: fc.constantFrom('ANY', 'VALIDATED'), allowedFunctionNames: fc.array(name, { minLength: 1 }) }),
)
const declaration = fc.record({ name, description: text, parametersJsonSchema: schema }, { requiredKeys: ['name'] })

const body = fc.record(
  {
    systemInstruction: fc
      .array(text, { minLength: 1, maxLength: 2 })
      .map((texts) => ({ parts: texts.map((one) => ({ text: one })) })),
    contents,
    tools: fc.oneof(
      fc.array(declaration, { minLength: 1, maxLength: 3 }).map((functionDeclarations) => [{ functionDeclarations }]),
      fc.constant([{ googleSearch: {} }]),
    ),
    toolConfig: callingConfig.map((functionCallingConfig) => ({ functionCallingConfig })),
    generationConfig,
    serviceTier: fc.constantFrom('standard', 'flex', 'priority'),
  },
  { requiredKeys: ['contents'] },
)

const upstream = { model: 'gemini-3.5-flash', maxOutput: null, stream: false, quirks: {} }

test('a request that is read, written and read again says the same, and keeps its mapped fields', () => {
  fc.assert(
    fc.property(body, (asked) => {
      // As it comes over the wire, where what is undefined is absent.
      const sent = JSON.parse(JSON.stringify(asked)) as Json
      const conversation = read(sent)
      // Without anything to answer, instructions are written as the user's.
      fc.pre(conversation.messages.some(({ role }) => role !== 'system'))
      const { body: written, lost } = codec.writeRequest(conversation, upstream)
      const again = JSON.parse(JSON.stringify(written)) as Json
      expect(read(again)).toEqual(conversation)
      expect(lost).toEqual([])
      const { toolConfig, ...others } = sent
      for (const field of Object.keys(others).filter((key) => key !== 'generationConfig'))
        expect(again).toHaveProperty(field)
      if (toolConfig && conversation.tools.length > 0) expect(again.toolConfig).toEqual(toolConfig)
      expect(again.generationConfig ?? {}).toMatchObject((sent.generationConfig ?? {}) as Json)
      if (conversation.tools.length > 0) expect(again.tools).toEqual(sent.tools)
    }),
    { numRuns: 300 },
  )
})
