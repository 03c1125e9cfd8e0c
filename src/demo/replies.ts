import { NO_USAGE } from '../core/usage.ts'
import type { Answer, Asked } from './answer.ts'
import type { Dice } from './dice.ts'

const CHINESE = /[\u3400-\u9fff]/

/** What the demo provider says: in the language it was asked in, and honest about being a demo. */
export function replyTo(asked: Asked, dice: Dice, facts: { id: string; created: number }): Answer {
  const chinese = CHINESE.test(asked.prompt)
  const pieces = piecesOf((chinese ? zh : en)(asked))
  return {
    ...facts,
    model: asked.model,
    thinking: [],
    pieces,
    tools: [],
    stop: 'done',
    usage: { ...NO_USAGE, ...cacheSplit(tokensOf(asked.prompt) + 8, dice), output: pieces.length },
  }
}

function zh({ model, prompt }: Asked): string {
  return [
    `你好！这里是玉门的内置演示提供商，正在以 ${model} 的名义应答。`,
    prompt === '' ? '' : `你说的是：“${excerpt(prompt)}”。`,
    '我不是真正的模型，不会思考，但这条回答确实逐字流式传输，并且和真实请求一样计量、计费：',
    '打开“使用统计”就能看到它的首字延迟、Token 数和费用。',
    '要得到真正的回答，请在“模型与提供商”中添加一个提供商，填入它的地址和密钥。',
  ].join('')
}

function en({ model, prompt }: Asked): string {
  return [
    `Hello! This is the built-in demo provider of Yumen, answering in the name of ${model}. `,
    prompt === '' ? '' : `You said: “${excerpt(prompt)}”. `,
    'I am no real model and cannot think, but this answer is really streamed word by word, and metered and billed ',
    'like any other request: open the usage page to see its time to first token, its tokens and its cost. ',
    'For a real answer, add a provider with its address and key under Models & providers.',
  ].join('')
}

function excerpt(prompt: string): string {
  const characters = Array.from(prompt.replaceAll(/\s+/g, ' ').trim())
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : characters.join('')
}

/** Cuts a text the way a tokenizer roughly does: a word with the blank before it, or one or two Chinese characters. */
function piecesOf(text: string): string[] {
  return text.match(/[\u3400-\u9fff]{1,2}|\s?[^\s\u3400-\u9fff]{1,8}|\s/gu) ?? []
}

function tokensOf(text: string): number {
  return piecesOf(text).length
}

/** A long prompt is mostly read from the cache, as a conversation's later turns are. */
function cacheSplit(tokens: number, dice: Dice): { input: number; cacheRead: number } {
  if (tokens < 1024) return { input: tokens, cacheRead: 0 }
  const cacheRead = Math.floor(tokens * (0.7 + 0.25 * dice()))
  return { input: tokens - cacheRead, cacheRead }
}
