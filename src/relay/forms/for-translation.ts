import { GatewayError } from '../../core/errors.ts'
import type { Question } from '../ask.ts'
import type { Plan } from '../plan.ts'

/**
 * The form in memory, where somebody is asked in another protocol, which has to read its files; when it is too large for that,
 * those are not asked.
 */
export async function forTranslation(
  plan: Plan,
  question: Question,
  mostBytes: () => number,
): Promise<{ plan: Plan; question: Question }> {
  const { form } = question
  if (!form) return { plan, question }
  const own = plan.candidates.filter(({ protocol }) => protocol === question.protocol.id)
  if (own.length === plan.candidates.length) return { plan, question }
  try {
    const body = await form.whole(form.body, mostBytes())
    return { plan, question: { ...question, incoming: { ...question.incoming, body } } }
  } catch (error) {
    if (!(error instanceof GatewayError) || own.length === 0) throw error
    return { plan: { ...plan, candidates: own }, question }
  }
}
