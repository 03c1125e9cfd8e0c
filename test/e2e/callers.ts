import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { interactionsCaller } from './interactions-caller.ts'
import { type Caller, CITY, type Line, type Told, WEATHER } from './weather.ts'

/** The official libraries, each in its own protocol, against a gateway. */
export function callersOf(origin: string, key: string) {
  return {
    'openai-chat': chatCaller(new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0 })),
    'openai-responses': responsesCaller(new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0 })),
    'anthropic-messages': messagesCaller(new Anthropic({ authToken: key, baseURL: origin, maxRetries: 0 })),
    'gemini-generate': generateCaller(new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: origin } })),
    'gemini-interactions': interactionsCaller(new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: origin } })),
  } satisfies Record<string, Caller>
}

const ID = 'x-yumen-request-id'

function chatCaller(client: OpenAI): Caller {
  return async ({ lines, stream, tools, schema, signal }) => {
    const body: OpenAI.ChatCompletionCreateParams = {
      model: 'm',
      messages: lines.map(chatLine),
      ...(tools && { tools: [{ type: 'function', function: { ...WEATHER, parameters: WEATHER.schema } }] }),
      ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'city', schema: CITY } } }),
    }
    if (!stream) {
      const { data, response } = await client.chat.completions.create(body, { signal }).withResponse()
      return chatTold(data, response)
    }
    const streamed = { ...body, stream: true as const, stream_options: { include_usage: true } }
    const { data, response } = await client.chat.completions.create(streamed, { signal }).withResponse()
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of data) chunks.push(chunk)
    return chatTold(joined(chunks), response)
  }
}

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & { reasoning_content?: string }

/** The message that a stream's chunks tell, as the documentation says to put them together. */
function joined(chunks: readonly OpenAI.ChatCompletionChunk[]): OpenAI.ChatCompletion {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Delta))
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = []
  for (const { index, id = '', function: told } of deltas.flatMap(({ tool_calls = [] }) => tool_calls)) {
    calls[index] ??= { id, type: 'function', function: { name: told?.name ?? '', arguments: '' } }
    calls[index].function.arguments += told?.arguments ?? ''
  }
  const finish = chunks.flatMap(({ choices }) => choices).findLast((choice) => choice.finish_reason)
  return {
    choices: [
      {
        finish_reason: finish?.finish_reason,
        message: {
          content: deltas.map(({ content }) => content ?? '').join(''),
          reasoning_content: deltas.map(({ reasoning_content }) => reasoning_content ?? '').join(''),
          tool_calls: calls,
        },
      },
    ],
    usage: chunks.findLast(({ usage }) => usage)?.usage,
  } as unknown as OpenAI.ChatCompletion
}

function chatTold({ choices, usage }: OpenAI.ChatCompletion, response: Response): Told {
  const [choice] = choices
  const message = choice?.message as OpenAI.ChatCompletionMessage & { reasoning_content?: string }
  return {
    requestId: response.headers.get(ID) ?? '',
    text: message.content ?? '',
    thinking: message.reasoning_content ?? '',
    calls: (message.tool_calls ?? []).map((call) => {
      if (call.type !== 'function') throw new Error(`a call of type ${call.type}`)
      return { id: call.id, name: call.function.name, args: JSON.parse(call.function.arguments), extra: call }
    }),
    stop: choice?.finish_reason ?? '',
    usage: {
      input: usage?.prompt_tokens ?? -1,
      cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
      output: usage?.completion_tokens ?? -1,
    },
  }
}

function chatLine(line: Line): OpenAI.ChatCompletionMessageParam {
  if ('user' in line) return { role: 'user', content: line.user }
  if ('result' in line) return { role: 'tool', tool_call_id: line.result.id, content: line.result.text }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [line.called.extra as OpenAI.ChatCompletionMessageToolCall],
  }
}

function responsesCaller(client: OpenAI): Caller {
  return async ({ lines, stream, tools, schema, signal }) => {
    const body = {
      model: 'm',
      store: false,
      input: lines.flatMap(responsesLine),
      ...(tools && {
        tools: [
          { type: 'function' as const, name: WEATHER.name, parameters: WEATHER.schema, strict: false, description: '' },
        ],
      }),
      ...(schema && { text: { format: { type: 'json_schema' as const, name: 'city', schema: CITY } } }),
    }
    if (!stream) {
      const { data, response } = await client.responses.create(body, { signal }).withResponse()
      return responsesTold(data, response)
    }
    const { data, response } = await client.responses.create({ ...body, stream: true }, { signal }).withResponse()
    let last: OpenAI.Responses.ResponseStreamEvent | undefined
    for await (const event of data) {
      if (event.type === 'error') throw new Error(event.message)
      last = event
    }
    if (last?.type !== 'response.completed' && last?.type !== 'response.incomplete')
      throw new Error(`the stream ended with ${last?.type}`)
    return responsesTold(last.response, response)
  }
}

function responsesTold(answer: OpenAI.Responses.Response, response: Response): Told {
  const thoughts = answer.output.filter((item) => item.type === 'reasoning')
  const texts = answer.output.filter((item) => item.type === 'message').flatMap((item) => item.content)
  return {
    requestId: response.headers.get(ID) ?? '',
    text: texts.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join(''),
    thinking: thoughts.flatMap((item) => [...item.summary, ...(item.content ?? [])].map(({ text }) => text)).join(''),
    calls: answer.output
      .filter((item) => item.type === 'function_call')
      .map((item) => ({ id: item.call_id, name: item.name, args: JSON.parse(item.arguments), extra: answer.output })),
    stop: answer.incomplete_details?.reason ?? answer.status ?? '',
    usage: {
      input: answer.usage?.input_tokens ?? -1,
      cached: answer.usage?.input_tokens_details.cached_tokens ?? 0,
      output: answer.usage?.output_tokens ?? -1,
    },
  }
}

function responsesLine(line: Line): OpenAI.Responses.ResponseInputItem[] {
  if ('user' in line) return [{ role: 'user', content: line.user }]
  if ('called' in line) return line.called.extra as OpenAI.Responses.ResponseInputItem[]
  return [{ type: 'function_call_output', call_id: line.result.id, output: line.result.text }]
}

function messagesCaller(client: Anthropic): Caller {
  return async ({ lines, stream, tools, schema, signal }) => {
    const body: Anthropic.MessageCreateParamsNonStreaming = {
      model: 'm',
      max_tokens: 1000,
      messages: lines.map(messagesLine),
      ...(tools && {
        tools: [{ name: WEATHER.name, description: '', input_schema: WEATHER.schema as Anthropic.Tool.InputSchema }],
      }),
      ...(schema && { output_config: { format: { type: 'json_schema', schema: CITY } } }),
    }
    if (!stream) {
      const { data, response } = await client.messages.create(body, { signal }).withResponse()
      return messagesTold(data, response)
    }
    const running = client.messages.stream(body, { signal })
    const { response } = await running.withResponse()
    return messagesTold(await running.finalMessage(), response)
  }
}

function messagesTold({ content, stop_reason, usage }: Anthropic.Message, response: Response): Told {
  const cached = usage.cache_read_input_tokens ?? 0
  return {
    requestId: response.headers.get(ID) ?? '',
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    thinking: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input, extra: content }] : [],
    ),
    stop: stop_reason ?? '',
    usage: { input: usage.input_tokens + cached, cached, output: usage.output_tokens },
  }
}

function messagesLine(line: Line): Anthropic.MessageParam {
  if ('user' in line) return { role: 'user', content: line.user }
  if ('called' in line) return { role: 'assistant', content: line.called.extra as Anthropic.ContentBlock[] }
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: line.result.id, content: line.result.text }] }
}

type Part = NonNullable<
  NonNullable<Awaited<ReturnType<GoogleGenAI['models']['generateContent']>>['candidates']>[0]['content']
>['parts']

function generateCaller(client: GoogleGenAI): Caller {
  return async ({ lines, stream, tools, schema, signal }) => {
    const body = {
      model: 'm',
      contents: lines.map(generateLine),
      config: {
        ...(signal && { abortSignal: signal }),
        ...(tools && {
          tools: [{ functionDeclarations: [{ name: WEATHER.name, parametersJsonSchema: WEATHER.schema }] }],
        }),
        ...(schema && { responseMimeType: 'application/json', responseJsonSchema: CITY }),
      },
    }
    const answers = stream
      ? await client.models.generateContentStream(body)
      : [await client.models.generateContent(body)]
    const parts: NonNullable<Part> = []
    const told: Told = {
      requestId: '',
      text: '',
      thinking: '',
      calls: [],
      stop: '',
      usage: { input: -1, cached: 0, output: -1 },
    }
    for await (const answer of answers) {
      const [candidate] = answer.candidates ?? []
      parts.push(...(candidate?.content?.parts ?? []))
      told.requestId ||= answer.sdkHttpResponse?.headers?.[ID] ?? ''
      told.stop = candidate?.finishReason ?? told.stop
      const usage = answer.usageMetadata
      if (usage)
        told.usage = {
          input: usage.promptTokenCount ?? 0,
          cached: usage.cachedContentTokenCount ?? 0,
          output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
        }
    }
    for (const { text = '', thought, functionCall } of parts) {
      if (functionCall)
        told.calls.push({
          id: functionCall.id ?? '',
          name: functionCall.name ?? '',
          args: functionCall.args,
          extra: parts,
        })
      else if (thought) told.thinking += text
      else told.text += text
    }
    return told
  }
}

function generateLine(line: Line) {
  if ('user' in line) return { role: 'user', parts: [{ text: line.user }] }
  if ('called' in line) return { role: 'model', parts: line.called.extra as NonNullable<Part> }
  const { id, name, text } = line.result
  return { role: 'user', parts: [{ functionResponse: { id, name, response: { output: text } } }] }
}
