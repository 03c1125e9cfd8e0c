import { expect, test } from 'vitest'
import { PROTOCOLS, type ProtocolId } from '../../core/protocol.ts'
import { speaks } from './candidates.ts'
import { aTarget } from './test-targets.ts'

const IDS = Object.keys(PROTOCOLS) as ProtocolId[]

test('an endpoint is asked in the protocols of its own dialect for what it can do, and in no other', () => {
  for (const id of IDS) {
    const { dialect, capability } = PROTOCOLS[id]
    const target = aTarget('a', { endpoint: { dialect, capabilities: [capability] } })
    const expected = IDS.filter(
      (other) => PROTOCOLS[other].dialect === dialect && PROTOCOLS[other].capability === capability,
    )
    expect(IDS.filter((other) => speaks(target, other))).toEqual(expected)
    expect(speaks(aTarget('a', { endpoint: { dialect, capabilities: [] } }), id)).toBe(false)
  }
})
