import type { Json } from '../../core/json.ts'
import { schemaFor } from '../gemini-generate/schema.ts'
import { settingsFor } from '../gemini-generate/settings.ts'
import { isOlder, thinkingLevelFor } from '../gemini-generate/thinking.ts'
import { modeFor } from '../gemini-generate/tool-choice.ts'
import { type Addressee, longestAnswer, type Written } from '../translate/codec.ts'
import type { Conversation, Format, Reasoning, Tool, ToolChoice } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'
import { stepsFor } from './write-steps.ts'

/** Writes a request for an interaction, which nobody is to keep: whoever goes on from its answer sends all of it again. */
export function writeRequest(conversation: Conversation, to: Addressee): Written {
  const { messages, tools, toolChoice, reasoning, format } = conversation
  const thinking = reasoning && thinkingFor(reasoning, to.model)
  const { searches, stop, seed, tier, lost } = settingsFor(conversation, to, thinking !== null)
  const generation_config = told({
    temperature: conversation.temperature,
    top_p: conversation.topP,
    max_output_tokens: longestAnswer(conversation, to),
    stop_sequences: stop,
    seed,
    ...thinking,
    tool_choice: tools.length > 0 && toolChoice ? choiceFor(toolChoice) : null,
  })
  return {
    path: '/v1beta/interactions',
    query: '',
    body: told({
      model: to.model,
      stream: to.stream,
      store: false,
      ...stepsFor(messages, isOlder(to.model)),
      tools: tools.length > 0 ? tools.map(functionOf) : searches ? [{ type: 'google_search' }] : null,
      generation_config: Object.keys(generation_config).length > 0 ? generation_config : null,
      response_format: format && formatFor(format),
      service_tier: tier,
    }),
    lost,
  }
}

/** How much to think, and whether to show it; null where a model can be told neither. */
function thinkingFor(reasoning: Reasoning, model: string): Json | null {
  const { shown } = reasoning
  const thinking = told({
    thinking_level: thinkingLevelFor(reasoning, model),
    thinking_summaries: shown === null ? null : shown ? 'auto' : 'none',
  })
  return Object.keys(thinking).length > 0 ? thinking : null
}

function functionOf(tool: Tool): Json {
  const { name, description } = tool
  const schema = tool.form === 'function' ? tool.schema : null
  return told({ type: 'function', name, description, parameters: schema && schemaFor(schema) })
}

function choiceFor(choice: ToolChoice): Json | string {
  const mode = modeFor(choice)
  return choice.mode === 'some' ? { allowed_tools: { mode, tools: choice.names } } : mode
}

function formatFor(format: Format): Json {
  const json = { type: 'text', mime_type: 'application/json' }
  return format.type === 'json' ? json : { ...json, schema: schemaFor(format.schema) }
}
