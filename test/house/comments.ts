/** The source with every comment blanked, so that offsets and lines stay; strings and templates are kept. */
export function withoutComments(text: string): string {
  let out = ''
  let at = 0
  // One entry for each template whose `${…}` we are in: how many braces are open inside it.
  const templates: number[] = []
  while (at < text.length) {
    const token = tokenAt(text, at, out, templates)
    out += token.comment ? token.text.replace(/[^\n]/g, ' ') : token.text
    at += token.text.length
  }
  return out
}

type Token = { text: string; comment: boolean }

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const PLAIN = /[^/'"`{}]+/y
/** What comes before a slash that begins a regular expression; after anything else it divides or closes a tag. */
const BEFORE_REGEX = /(?:^|[=(,:[!&|?{;+*%~^>]|\b(?:return|case|typeof|of|in))\s*$/

function tokenAt(text: string, at: number, before: string, templates: number[]): Token {
  const plain = match(PLAIN, text, at)
  if (plain !== '') return { text: plain, comment: false }
  const char = text[at] ?? ''
  if (char === '/') return slashAt(text, at, before)
  if (char === "'" || char === '"') return { text: match(STRING, text, at), comment: false }
  if (char === '`') return templateFrom(text, at, 1, templates)
  const open = templates.at(-1)
  if (open !== undefined && char === '{') templates[templates.length - 1] = open + 1
  if (open !== undefined && char === '}') {
    if (open === 0) {
      templates.pop()
      return templateFrom(text, at, 1, templates)
    }
    templates[templates.length - 1] = open - 1
  }
  return { text: char, comment: false }
}

function slashAt(text: string, at: number, before: string): Token {
  const comment = match(COMMENT, text, at)
  if (comment !== '') return { text: comment, comment: true }
  const regex = BEFORE_REGEX.test(before.slice(-40)) ? match(REGEX, text, at) : ''
  return { text: regex || '/', comment: false }
}

function templateFrom(text: string, at: number, skip: number, templates: number[]): Token {
  const body = match(TEMPLATE, text, at + skip)
  if (body.endsWith('${')) templates.push(0)
  return { text: text.slice(at, at + skip + body.length), comment: false }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
