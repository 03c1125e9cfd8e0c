import { parentPort } from 'node:worker_threads'
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

/** What the main thread asks, and what it is told. */
export type TokenAsk = { id: number; text: string }
/** The tokens of the text that was asked under this id. */
export type TokenAnswer = { id: number; tokens: number }

/** What takes the square of a text's length is quick for this many characters: text without spaces is one long word. */
const SLICE_CHARACTERS = 256
const REMEMBERED_WORDS = 4096

/** Text that spells a control token is text like any other. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

setMergeCacheSize(REMEMBERED_WORDS)
parentPort?.on('message', ({ id, text }: TokenAsk) => {
  let tokens = 0
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    tokens += countTokens(text.slice(at, at + SLICE_CHARACTERS), PLAIN)
  }
  parentPort?.postMessage({ id, tokens } satisfies TokenAnswer)
})
