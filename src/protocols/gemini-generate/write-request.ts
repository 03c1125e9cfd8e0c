import type { Json } from '../../core/json.ts'
import { type Addressee, longestAnswer, type Written } from '../translate/codec.ts'
import type { Conversation, Format, Tool, ToolChoice } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'
import { saysHowClosely } from '../translate/wants.ts'
import { pathTo } from './operation.ts'
import { schemaFor } from './schema.ts'
import { settingsFor } from './settings.ts'
import { isOlder, thinkingConfigFor } from './thinking.ts'
import { modeFor } from './tool-choice.ts'
import { contentsFor } from './write-contents.ts'

/** Writes the body of generateContent or streamGenerateContent, whose answer comes as events. */
export function writeRequest(conversation: Conversation, to: Addressee): Written {
  const { messages, tools, toolChoice, reasoning } = conversation
  const thinkingConfig = reasoning && thinkingConfigFor(reasoning, to.model)
  const { searches, stop, seed, tier, lost } = settingsFor(conversation, to, thinkingConfig !== null)
  const generationConfig = told({
    temperature: conversation.temperature,
    topP: conversation.topP,
    topK: conversation.topK,
    maxOutputTokens: longestAnswer(conversation, to),
    stopSequences: stop,
    seed,
    ...formatFor(conversation.format),
    thinkingConfig,
  })
  return {
    path: pathTo({ version: 'v1beta', verb: to.stream ? 'streamGenerateContent' : 'generateContent' }, to.model),
    query: to.stream ? 'alt=sse' : '',
    body: told({
      ...contentsFor(messages, isOlder(to.model)),
      tools: tools.length > 0 ? [{ functionDeclarations: tools.map(declarationOf) }] : searches ? [SEARCH] : null,
      toolConfig: tools.length > 0 && toolChoice ? { functionCallingConfig: callingConfigFor(toolChoice) } : null,
      generationConfig: Object.keys(generationConfig).length > 0 ? generationConfig : null,
      serviceTier: tier,
    }),
    lost: [...lost, ...(saysHowClosely(messages) ? ['detail'] : [])],
  }
}

const SEARCH = { googleSearch: {} }

function formatFor(format: Format | null): Json {
  if (format === null) return {}
  const json = { responseMimeType: 'application/json' }
  return format.type === 'json' ? json : { ...json, responseJsonSchema: schemaFor(format.schema) }
}

function declarationOf(tool: Tool): Json {
  const { name, description } = tool
  const schema = tool.form === 'function' ? tool.schema : null
  return told({ name, description, parametersJsonSchema: schema && schemaFor(schema) })
}

function callingConfigFor(choice: ToolChoice): Json {
  const mode = modeFor(choice).toUpperCase()
  return choice.mode === 'some' ? { mode, allowedFunctionNames: choice.names } : { mode }
}
