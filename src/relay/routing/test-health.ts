import type { TargetEntry } from '../../core/directory.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { Finding } from '../../core/routing.ts'
import { createHealth, type Health, type Lease, type Lesson, type Refusal } from './health.ts'
import { ASKING, aTarget, POLICY, testClock } from './test-targets.ts'

/** What is known of upstreams, and a test's ways to ask them. */
type HealthWorld = {
  clock: ReturnType<typeof testClock>
  health: Health
  /** What was found out, in order, by credential. */
  saved: [string, Finding][]
  /** The right to ask; throws the reason where it is not given. */
  lease: (target: TargetEntry, lastResort?: boolean) => Lease
  why: (target: TargetEntry, protocol?: ProtocolId) => Refusal | null
  look: (target: TargetEntry, protocol?: ProtocolId) => string | null
  /** Asks so often, and learns the same each time. */
  ask: (target: TargetEntry, lesson: Lesson, times?: number) => void
}

/** Nothing is known of anybody. */
export function openHealth(): HealthWorld {
  const clock = testClock()
  const saved: [string, Finding][] = []
  const health = createHealth({
    clock,
    saved: (id, finding) => void saved.push([id, finding]),
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const lease = (target: TargetEntry, lastResort = false) => {
    const given = health.lease({ target, protocol: 'openai-chat' }, { ...ASKING, lastResort })
    if ('reason' in given) throw new Error(given.reason)
    return given
  }
  const why = (target: TargetEntry, protocol: ProtocolId = 'openai-chat') => health.look({ target, protocol }, ASKING)
  return {
    clock,
    health,
    saved,
    lease,
    why,
    look: (target, protocol) => why(target, protocol)?.reason ?? null,
    ask: (target, lesson, times = 1) => {
      for (let n = 0; n < times; n += 1) {
        using held = lease(target)
        held.learn(lesson)
      }
    },
  }
}

/** Models of one credential at one endpoint. */
export function modelsOfOne<const Names extends readonly string[]>(
  ...names: Names
): { [I in keyof Names]: TargetEntry } {
  return names.map((upstreamName) => aTarget('a', { upstreamName })) as { [I in keyof Names]: TargetEntry }
}
