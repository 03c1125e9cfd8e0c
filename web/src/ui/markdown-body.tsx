import { isValidElement, memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { useTexts } from '../i18n/use-texts.ts'
import { Code } from './code.tsx'
import type { Language } from './highlight.ts'
import { markdownTables } from './markdown-tables.ts'
import { Wide } from './wide.tsx'
import './markdown.css'

// Quotes and lists inside each other, as nobody means them: the parser would take seconds, and then the stack.
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/m

/** The text itself; its code is a chunk of its own. Read once as long as it says the same: a talk draws all its answers again with every letter. */
export const MarkdownBody = memo(function MarkdownBody({ text }: { text: string }) {
  if (TOO_DEEP.test(text)) return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
  return (
    <div className="md">
      <ReactMarkdown remarkPlugins={PLUGINS} urlTransform={safeAddress} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  )
})

const PLUGINS = [markdownTables]
const SAFE = ['http:', 'https:', 'mailto:']

/** An address that may be linked; the empty text for any other, relative ones too. */
export function safeAddress(address: string): string {
  return URL.canParse(address) && SAFE.includes(new URL(address).protocol) ? address : ''
}

// The page's own headings stand above these: the first level of a text is the third of the page.
const COMPONENTS: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h4>{children}</h4>,
  h6: ({ children }) => <h4>{children}</h4>,
  img: ({ alt }) => <span className="t2">{alt}</span>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  table: ({ children }) => <Sheet>{children}</Sheet>,
  pre: ({ children }) => {
    const { text, language } = codeOf(children)
    return <Code code={text} language={LANGUAGES[language] ?? 'plain'} title={language} />
  },
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <Wide label={useTexts('ui')('table')}>
      <table>{children}</table>
    </Wide>
  )
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  json: 'json',
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  python: 'python',
  py: 'python',
  ts: 'ts',
  js: 'ts',
  toml: 'toml',
  env: 'env',
}

/** What stands in a fenced block, and the word after its fence. */
function codeOf(children: ReactNode): { text: string; language: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return { text: '', language: '' }
  const { className = '', children: text } = children.props
  return {
    text: typeof text === 'string' ? text.replace(/\n$/, '') : '',
    language: /language-(\S+)/.exec(className)?.[1] ?? '',
  }
}
