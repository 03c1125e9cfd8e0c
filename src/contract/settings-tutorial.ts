import { z } from 'zod'
import { modelId } from './models.ts'
import { apart } from './setting.ts'

/** The clients the tutorial explains, in the order they are offered. */
export const TUTORIAL_CLIENTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'copilot-cli',
  'qwen-code',
  'cherry-studio',
  'cc-switch',
  'cline',
  'openai-sdk',
  'anthropic-sdk',
  'google-sdk',
  'curl',
] as const
export type TutorialClient = (typeof TUTORIAL_CLIENTS)[number]

const client = z.enum(TUTORIAL_CLIENTS)

/** How many characters the operator's note may have. */
export const NOTE_MAX_CHARS = 4000

/** What the operator makes of the tutorial; filled in on its own page. */
export const TUTORIAL_SETTINGS = {
  'tutorial.hidden_clients': apart<TutorialClient[]>({
    group: 'tutorial',
    standard: [],
    schema: z.array(client).max(TUTORIAL_CLIENTS.length - 1),
    title: { zh: '不展示的客户端', en: 'Clients not shown' },
    sentence: { zh: '使用教程中不展示的客户端。', en: 'Clients that the tutorial does not show.' },
  }),
  'tutorial.models': apart<Partial<Record<TutorialClient, string>>>({
    group: 'tutorial',
    standard: {},
    schema: z.partialRecord(client, modelId),
    title: { zh: '推荐模型', en: 'Suggested models' },
    sentence: {
      zh: '使用教程为各客户端预先选择的模型。',
      en: 'The model the tutorial selects at first for each client.',
    },
  }),
  'tutorial.note': apart<string>({
    group: 'tutorial',
    standard: '',
    schema: z.string().trim().max(NOTE_MAX_CHARS),
    title: { zh: '教程补充说明', en: 'Tutorial note' },
    sentence: { zh: '显示在使用教程开头的 Markdown。', en: 'Markdown at the beginning of the tutorial.' },
  }),
} as const
