import type { TutorialClient } from '../../../../src/contract/settings-tutorial.ts'
import type { Values } from '../../lib/snippet-values.ts'
import type { CcSwitchApp } from '../../lib/snippets.ts'
import type { Client } from '../../lib/tutorial/clients.ts'
import type { Language } from '../../ui/highlight.ts'
import type { System } from './systems.ts'

/** What a guide is written with. */
export type Given = Values & { system: System }

/** Code to copy; with `file` it can also be saved under that name. */
export type CodeBlock = {
  kind: 'code'
  title: string
  language: Language
  code: string
  file?: string
  /** It may stand in a file that is there already. */
  merge?: true
}

/** A form of an app: what its fields are called there, and what belongs in them. */
export type FormBlock = { kind: 'form'; title: string; rows: readonly (readonly [name: string, value: string])[] }

/** Where an app is to be had. */
type SiteBlock = { kind: 'site'; label: string; url: string }

/** A link that opens an app of this machine and writes the key into it. */
export type ImportBlock = { kind: 'import'; label: string; app: CcSwitchApp | 'cherry-studio' }

/** What a step may be made of, told apart by `kind`. */
export type Block = CodeBlock | FormBlock | SiteBlock | ImportBlock

/** The steps every guide has, in order. */
export const STEPS = ['install', 'configure', 'verify'] as const
type Step = (typeof STEPS)[number]

/** How a client is installed, pointed here and tried. Blocks of one step stand one after another. */
export type Guide = Client & {
  id: TutorialClient
  write: (given: Given) => Record<Step, readonly Block[]>
}

/** Commands for a terminal, without a title or a file of their own. */
export const terminal = (code: string): CodeBlock => ({
  kind: 'code',
  title: '',
  language: 'sh',
  code,
})
