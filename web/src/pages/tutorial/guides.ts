import { AGENT_GUIDES } from './agent-guides.ts'
import { APP_GUIDES } from './app-guides.ts'
import { CODE_GUIDES } from './code-guides.ts'
import type { Guide } from './guide.ts'

/** Every guide, in the order they are offered. */
export const GUIDES: readonly Guide[] = [...AGENT_GUIDES, ...APP_GUIDES, ...CODE_GUIDES]
