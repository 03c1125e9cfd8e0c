/** Endings that do not follow from the media type itself. */
const ENDINGS: Readonly<Record<string, string>> = { 'text/plain': 'txt', 'text/markdown': 'md' }

/**
 * The name of a document as OpenAI takes it, by whose ending it knows what it is: one without is refused (`Expected context
 * stuffing file type to be a supported format … but got none`), and what others have are titles.
 */
export function openaiFileName(title: string | null, mime: string): string {
  if (title !== null && /\.[a-z]\w{0,9}$/i.test(title)) return title
  return `${title || 'document'}.${ENDINGS[mime] ?? /(?<![a-z0-9])[a-z0-9]+$/.exec(mime)?.[0] ?? 'bin'}`
}
