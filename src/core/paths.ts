/** A path or address without the slashes it ends with; for a pattern, one that is full of them takes the square of its length. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
