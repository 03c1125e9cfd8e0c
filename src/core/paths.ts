/** A path or address without the slashes it ends with; for a pattern, one that is full of them takes the square of its length. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** A part of a path as it is meant; one that is no valid encoding stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
