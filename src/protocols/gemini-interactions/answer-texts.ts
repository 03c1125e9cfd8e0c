import { type Json, recordsOf, textOr } from '../../core/json.ts'
import type { Blocks } from '../translate/blocks.ts'
import { citationOf } from '../translate/citations.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { unitsOf } from './spans.ts'

/** What a model says in the steps of its answer, by their index. */
type Texts = {
  say(index: string, words: string): Piece[]
  /** Some of what is said or shown, as it begins a step or is added to it. */
  content(index: string, part: Json): Piece[]
  /** The step is over. */
  end(index: string): Piece[]
}

/** Makes a block of each text and of each picture of a step. */
export function createTexts(blocks: Blocks): Texts {
  /** The text that is being told, which citations count in also when it has ended. */
  let text = { key: '', said: '' }
  let contents = 0

  function keyOf(index: string): string {
    contents += 1
    return `${index}.${contents}`
  }

  function say(index: string, words: string): Piece[] {
    if (words === '') return []
    if (!text.key.startsWith(`${index}.`)) text = { key: keyOf(index), said: '' }
    text.said += words
    return blocks.delta(text.key, { kind: 'text' }, words)
  }

  /** What is said next is another text. */
  function endText(): Piece[] {
    const { key } = text
    text = { key: '', said: text.said }
    return key === '' ? [] : blocks.close(key, { block: { kind: 'text' }, text: '' })
  }

  function show(index: string, { data, mime_type }: Json): Piece[] {
    const base64 = textOr(data, '')
    if (base64 === '') return []
    const block: Block = { kind: 'image', mime: textOr(mime_type, '') || 'image/png' }
    return [...endText(), ...blocks.close(keyOf(index), { block, text: base64 })]
  }

  function cite(annotations: unknown): Piece[] {
    return recordsOf(annotations).flatMap((annotation) =>
      annotation.type === 'url_citation' ? citationOf(annotation, unitsOf(annotation, text.said)) : [],
    )
  }

  return {
    say,
    content(index, part) {
      if (part.type === 'image') return show(index, part)
      return [...say(index, textOr(part.text, '')), ...cite(part.annotations)]
    },
    end: (index) => (text.key.startsWith(`${index}.`) ? endText() : []),
  }
}
