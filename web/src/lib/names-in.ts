/** Names as they are typed or pasted, on lines or parted by commas or semicolons of either language. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[\n,;，；、]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
