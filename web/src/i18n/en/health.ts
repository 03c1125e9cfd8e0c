import type { English } from '../dictionary.ts'
import type { health as zh } from '../zh-CN/health.ts'

export const health: English<typeof zh> = {
  legend: { ok: 'Normal', slow: 'Slow or partly failing', failed: 'Failing', none: 'No data' },
  tick: {
    fine: '{{time}} · {{share}} succeeded',
    limited: '{{time}} · {{share}} succeeded · mostly rate limits (429)',
    errors: '{{time}} · {{share}} succeeded · upstream errors',
    slow: '{{time}} · {{share}} succeeded · slow first token',
    none: '{{time}} · no requests',
  },
  way: {
    success_one: '{{share}} of {{n}} succeeded',
    success_other: '{{share}} of {{n}} succeeded',
    failed_one: '{{n}} failed ({{classes}})',
    failed_other: '{{n}} failed ({{classes}})',
    class: '{{name}} × {{n}}',
    rest: 'other',
    firstToken: 'First token P50 {{time}}',
    none: 'No requests',
  },
  now: 'Now',
  comma: ', ',
  strip: 'Availability of {{name}}: {{share}}',
  incident: {
    limited: 'Rate limited by the upstream, {{share}} of requests failed',
    errors: 'Upstream errors, {{share}} of requests failed',
    slow: 'Slow first token, P50 rose from {{usual}} to {{now}}',
    kind: { limited: 'rate limits', errors: 'upstream errors', slow: 'slow first token' },
    lasted: '{{time}} {{kind}}, {{span}}',
    stillLasting: '{{time}} {{kind}}, ongoing',
    lasting: 'Ongoing',
    models: 'Affected {{names}}',
    modelsMore_one: 'Affected {{names}} and {{count}} more',
    modelsMore_other: 'Affected {{names}} and {{count}} more',
    minutes_one: '{{count}} min',
    minutes_other: '{{count}} min',
    hours: '{{hours}} h',
    hoursMinutes: '{{hours}} h {{minutes}} min',
  },
}
