import { openaiErrors } from '../openai-errors.ts'
import type { Protocol } from '../protocol.ts'
import { readChat } from './openai-chat.ts'

/** OpenAI's older text completions (wire.md §1.3): usage and streams are those of chat. */
export const openaiCompletions: Protocol = {
  id: 'openai-completions',
  dialect: 'openai',
  serves: (path) => path === '/v1/completions',
  errors: openaiErrors,
  read: (incoming) => readChat(incoming, '/completions'),
}
