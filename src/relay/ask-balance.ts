import type { BalanceAnswer } from '../core/balance.ts'
import type { FreeQuestion } from '../core/free-question.ts'
import { parseJson } from '../core/json.ts'
import { descriptorOf } from '../providers/all.ts'
import { balanceUrl, readBalance } from '../providers/balance.ts'
import { answerProblem, askFree, failureProblem } from './ask-free.ts'
import type { Upstream } from './upstream.ts'

const MOST_BYTES = 64 * 1024

/** Asks a vendor what is left of the account of a credential; `untold` of one that documents no way to ask. */
export async function askBalance(upstream: Upstream, request: FreeQuestion): Promise<BalanceAnswer> {
  const { preset, baseUrl, secret, allowPrivate, line, signal } = request
  const ask = descriptorOf(preset).balance
  if (!ask) return { ok: false, problem: 'untold' }
  const url = balanceUrl(ask, baseUrl)
  const headers = { authorization: `Bearer ${secret}` }
  try {
    const { status, body } = await askFree(upstream, {
      url,
      headers,
      allowPrivate,
      line,
      signal,
      mostBytes: MOST_BYTES,
    })
    const text = body.toString('utf8')
    const problem = answerProblem(status, parseJson(text) !== undefined)
    if (problem) return { ok: false, problem }
    const balance = readBalance(ask, text, url.hostname)
    return balance ? { ok: true, balance } : { ok: false, problem: 'untold' }
  } catch (error) {
    return { ok: false, problem: failureProblem(error) }
  }
}
