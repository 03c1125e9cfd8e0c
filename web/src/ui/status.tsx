import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { Tone } from './dot.tsx'

/** Shapes on a 10 × 10 field, so that a state is told without its colour. */
const SHAPES = {
  check: 'M2 5.3 4.1 7.4 8 2.9',
  bang: 'M5 1.6v4M5 8.2v.1',
  clock: 'M5 2.6V5l1.6 1M9 5a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  cross: 'm2.5 2.5 5 5m0-5-5 5',
  slash: 'M9 5a4 4 0 1 1-8 0 4 4 0 0 1 8 0M2.3 7.7l5.4-5.4',
  swap: 'M1 3.4h7M6.2 1.4l2 2-2 2M9 6.8H2M3.8 4.8l-2 2 2 2',
  glass: 'M2 1h6M2 9h6M3 1c0 2 4 2 4 4S3 7 3 9M7 1c0 2-4 2-4 4s4 2 4 4',
  disc: 'M9 5a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  ring: 'M8.4 5a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0',
} as const
type Shape = keyof typeof SHAPES

type Look = { tone: Tone; shape: Shape; quiet?: true; pulse?: true }

/** The language of states: each has its colour, its shape and its word everywhere. */
const STATES = {
  success: { tone: 'ok', shape: 'check' },
  running: { tone: 'info', shape: 'disc', pulse: true },
  client_error: { tone: 'warn', shape: 'bang' },
  limited: { tone: 'warn', shape: 'clock' },
  upstream_error: { tone: 'err', shape: 'cross' },
  timeout: { tone: 'err', shape: 'cross' },
  cancelled: { tone: 'none', shape: 'slash' },
  switched: { tone: 'info', shape: 'swap' },
  key_active: { tone: 'ok', shape: 'disc', quiet: true },
  key_rotating: { tone: 'info', shape: 'swap' },
  key_exhausted: { tone: 'warn', shape: 'disc' },
  key_disabled: { tone: 'none', shape: 'ring' },
  key_expired: { tone: 'none', shape: 'glass' },
  healthy: { tone: 'ok', shape: 'check' },
  degraded: { tone: 'warn', shape: 'bang' },
  broken: { tone: 'err', shape: 'cross' },
  off: { tone: 'none', shape: 'ring' },
} as const satisfies Record<string, Look>
export type StatusState = keyof typeof STATES

type Props = {
  state: StatusState
  /** Instead of the state's own word: a status code, for example. */
  children?: ReactNode
  title?: string | undefined
}

/** A state as colour, shape and word. */
export function Status({ state, children, title }: Props) {
  const t = useTexts('ui')
  const look: Look = STATES[state]
  return (
    <span className={`st ${look.tone} ${look.quiet ? 'quiet' : ''}`} title={title}>
      <svg className={`shape ${look.pulse ? 'pulse' : ''}`} viewBox="0 0 10 10" aria-hidden="true">
        <path d={SHAPES[look.shape]} fill={look.shape === 'disc' ? 'currentColor' : 'none'} />
      </svg>
      {children ?? t(`status.${state}`)}
    </span>
  )
}
