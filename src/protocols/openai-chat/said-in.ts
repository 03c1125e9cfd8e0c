import { elementSpans, type Span } from '../../core/json.ts'
import { findMark, markOf } from '../../core/marks.ts'
import { fieldsAt } from '../elements.ts'
import type { RequestSpans } from '../request.ts'
import type { TranslatedId } from '../translate/codec.ts'

/**
 * The protocol in whose words a request at the path of chat is said, where it cannot be forwarded as it is; null: in its own.
 * Cursor asks in those of Responses and reads chat (forum.cursor.com, 159298), or lists a tool in their form beside others.
 */
export function saidIn(body: Uint8Array, spans: Pick<RequestSpans, 'of'>): TranslatedId | null {
  if (spans.of('messages').length === 0 && spans.of('input').length > 0) return 'openai-responses'
  return spans.of('tools').some((tools) => hasFlatTool(body, tools)) ? 'openai-chat' : null
}

const CUSTOM = markOf('"custom"', 'ustom"')
const READ: ReadonlySet<string> = new Set(['type', 'custom'])

/** Whether a custom tool is among some whose fields stand beside its type, as in Responses. Hardly anybody offers any. */
function hasFlatTool(body: Uint8Array, tools: Span): boolean {
  if (findMark(Buffer.from(body.buffer, body.byteOffset + tools.start, tools.end - tools.start), CUSTOM) < 0)
    return false
  return elementSpans(body, tools).some((tool) => {
    const { type, custom } = fieldsAt(body, tool, READ)
    return type === 'custom' && custom === undefined
  })
}
