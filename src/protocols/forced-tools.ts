import type { Conversation, Reasoning } from './translate/conversation.ts'
import type { Quirks } from './translate/quirks.ts'

const UNTHINKING: Reasoning = { effort: 'none', budgetTokens: null, shown: null }

/**
 * A request that forces a call as its model takes it: as the only one on offer, without thinking, or not forced at all. `lost`
 * takes the names of what was asked for and is gone.
 */
export function withTakenForce(
  asked: Conversation,
  { model, quirks }: { model: string; quirks: Quirks },
  lost: Set<string>,
): Conversation {
  const { toolChoice, tools, reasoning } = asked
  const taken = quirks.forcedTools?.find(([models]) => models.test(model))?.[1]
  const isNamed = toolChoice?.mode === 'some'
  const forces = isNamed ? toolChoice.required : toolChoice?.mode === 'required'
  // To choose none is refused as well: who is offered none chooses none.
  if (taken === 'auto' && toolChoice?.mode === 'none') return { ...asked, tools: [], toolChoice: null }
  if (taken === undefined || !forces || tools.length === 0) return asked
  if (taken === 'unthinking') {
    if (reasoning && !reasoning.onlyShown && reasoning.effort !== 'none') lost.add('reasoning_effort')
    return { ...asked, reasoning: UNTHINKING }
  }
  if (taken !== 'unnamed') lost.add('tool_choice')
  const offered = isNamed ? tools.filter(({ name }) => toolChoice.names.includes(name)) : tools
  return { ...asked, tools: offered, toolChoice: { mode: taken === 'unnamed' ? 'required' : 'auto' } }
}
