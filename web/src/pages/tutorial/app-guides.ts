import { CLIENTS } from '../../lib/tutorial/clients.ts'
import { terminal, type Given, type Guide } from './guide.ts'

const cherryStudio = ({ origin, key, model }: Given) => ({
  install: [{ kind: 'site', label: 'Cherry Studio', url: 'https://www.cherry-ai.com/download' }] as const,
  configure: [
    { kind: 'import', label: 'Cherry Studio', app: 'cherry-studio' },
    {
      kind: 'form',
      title: 'OpenAI',
      rows: [
        ['API Host', origin],
        ['API Key', key],
        ['Model ID', model],
      ],
    },
  ] as const,
  verify: [],
})

// https://github.com/farion1231/cc-switch, docs/user-manual/zh/5-faq/5.3-deeplink.md
const ccSwitch = ({ origin, key }: Given) => ({
  install: [{ kind: 'site', label: 'CC Switch', url: 'https://github.com/farion1231/cc-switch/releases' }] as const,
  configure: [
    { kind: 'import', label: 'Claude Code', app: 'claude' },
    { kind: 'import', label: 'Codex CLI', app: 'codex' },
    { kind: 'import', label: 'Gemini CLI', app: 'gemini' },
    {
      kind: 'form',
      title: 'CC Switch',
      rows: [
        ['Claude Code · Base URL', origin],
        ['Codex CLI · Base URL', `${origin}/v1`],
        ['Gemini CLI · Base URL', origin],
        ['API Key', key],
      ],
    },
  ] as const,
  verify: [],
})

const cline = ({ origin, key, model }: Given) => ({
  install: [
    { ...terminal('code --install-extension saoudrizwan.claude-dev'), title: 'Cline' },
    { kind: 'site', label: 'Cursor', url: 'https://cursor.com/download' } as const,
  ],
  configure: [
    {
      kind: 'form',
      title: 'Cline · Settings → API Configuration',
      rows: [
        ['API Provider', 'OpenAI Compatible'],
        ['Base URL', `${origin}/v1`],
        ['OpenAI Compatible API Key', key],
        ['Model ID', model],
      ],
    },
    {
      kind: 'form',
      title: 'Cursor · Settings → Models',
      rows: [
        ['OpenAI API Key', key],
        ['Override OpenAI Base URL', `${origin}/v1`],
        ['Add model', model],
      ],
    },
  ] as const,
  verify: [],
})

/** The apps with a form to fill in. */
export const APP_GUIDES: readonly Guide[] = [
  { id: 'cherry-studio', ...CLIENTS['cherry-studio'], write: cherryStudio },
  { id: 'cc-switch', ...CLIENTS['cc-switch'], write: ccSwitch },
  { id: 'cline', ...CLIENTS['cline'], write: cline },
]
