import type { TutorialClient } from '../../../../src/contract/settings-tutorial.ts'
import type { ProtocolId } from '../../../../src/core/protocol.ts'

/** What is known of a client there is a guide for. */
export type Client = {
  /** Its own name, in its official case. */
  name: string
  /** What its mark is found by. */
  mark: string
  group: 'agents' | 'code'
  /** What it speaks; it is offered models of this alone, or of the one it can speak instead. */
  protocol: ProtocolId
  otherwise?: ProtocolId
  /** The names of models it was made for. */
  likes: RegExp
}

/** The clients the tutorial explains. */
export const CLIENTS = {
  'claude-code': {
    name: 'Claude Code',
    mark: 'claudecode',
    group: 'agents',
    protocol: 'anthropic-messages',
    likes: /^claude.*sonnet|^claude/i,
  },
  codex: {
    name: 'Codex CLI',
    mark: 'codex',
    group: 'agents',
    protocol: 'openai-responses',
    likes: /^(gpt|o\d|codex)/i,
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    mark: 'geminicli',
    group: 'agents',
    protocol: 'gemini-generate',
    likes: /^gemini/i,
  },
  opencode: {
    name: 'OpenCode',
    mark: 'opencode',
    group: 'agents',
    protocol: 'openai-chat',
    likes: /./,
  },
  'copilot-cli': {
    name: 'Copilot CLI',
    mark: 'githubcopilot',
    group: 'agents',
    protocol: 'openai-chat',
    likes: /./,
  },
  'qwen-code': {
    name: 'Qwen Code',
    mark: 'qwen',
    group: 'agents',
    protocol: 'openai-chat',
    likes: /^qwen/i,
  },
  'cherry-studio': {
    name: 'Cherry Studio',
    mark: 'cherrystudio',
    group: 'agents',
    protocol: 'openai-chat',
    likes: /./,
  },
  'cc-switch': {
    name: 'CC Switch',
    mark: 'cc-switch',
    group: 'agents',
    protocol: 'anthropic-messages',
    likes: /^claude/i,
  },
  cline: {
    name: 'Cline / Cursor',
    mark: 'cline',
    group: 'agents',
    protocol: 'openai-chat',
    likes: /./,
  },
  'openai-sdk': {
    name: 'OpenAI SDK',
    mark: 'openai',
    group: 'code',
    protocol: 'openai-responses',
    otherwise: 'openai-chat',
    likes: /^gpt/i,
  },
  'anthropic-sdk': {
    name: 'Anthropic SDK',
    mark: 'anthropic',
    group: 'code',
    protocol: 'anthropic-messages',
    likes: /^claude/i,
  },
  'google-sdk': {
    name: 'Google GenAI SDK',
    mark: 'google',
    group: 'code',
    protocol: 'gemini-interactions',
    otherwise: 'gemini-generate',
    likes: /^gemini/i,
  },
  curl: {
    name: 'cURL',
    mark: 'curl',
    group: 'code',
    protocol: 'openai-chat',
    likes: /./,
  },
} as const satisfies Record<TutorialClient, Client>

/** Whether a client can call what is offered over these protocols. */
export const canCall = (
  { protocol, otherwise }: Pick<Client, 'protocol' | 'otherwise'>,
  offered: readonly ProtocolId[],
): boolean => offered.some((one) => one === protocol || one === otherwise)
