import type { Seen } from './protocol.ts'

/** Tokens of a square of 1024 pixels by quality, to which other sizes are in proportion (OpenAI's guide to image generation). */
const SQUARE_TOKENS = new Map(Object.entries({ low: 272, medium: 1056, high: 4160, xhigh: 4160, max: 4160 }))
const SQUARE_PIXELS = 1024 * 1024
const SIZE = /^(\d{2,4})x(\d{2,4})$/

/** What a picture has where nobody says it: a medium square. */
export const USUAL_PICTURE = { quality: 'medium', size: '1024x1024' }

/** Tokens of a picture of OpenAI's, by its quality and size in OpenAI's words, not yet whole ones; what is no such word is as `usual`. */
export function pictureTokens(quality: unknown, size: unknown, usual = USUAL_PICTURE): number {
  const [, width, height] = SIZE.exec(String(size)) ?? SIZE.exec(usual.size) ?? []
  const square = SQUARE_TOKENS.get(String(quality)) ?? SQUARE_TOKENS.get(usual.quality) ?? 0
  return (square * Number(width) * Number(height)) / SQUARE_PIXELS
}

/** Tokens of a picture of Gemini's of up to 2048 pixels a side (Gemini API pricing, image output); what others draw in a chat is told of no more. */
export const DRAWN_TOKENS = 1120

/** Notes that a picture has come of an answer, of which usage tells at its very end alone. */
export function notePicture(tokens: number, seen: Pick<Seen, 'imageTokens'>): void {
  seen.imageTokens = (seen.imageTokens ?? 0) + Math.ceil(tokens)
}
