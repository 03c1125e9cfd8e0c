/** What tells the series of a metric apart. */
export type Labels = Readonly<Record<string, string>>

/** One figure; `suffix` is added to the name, for the parts of a histogram. Text is a decimal that is too exact for a number. */
export type Sample = { labels: Labels; value: number | string; suffix?: string }

/** A metric with all its figures. */
export type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; samples: Iterable<Sample> }

/** What an answer in this format says it is. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/); what has no figure is left out. */
export function exposition(families: Iterable<Family>): string {
  let text = ''
  for (const { name, type, help, samples } of families) {
    let lines = ''
    for (const { labels, value, suffix = '' } of samples) lines += `${name}${suffix}${braced(labels)} ${value}\n`
    if (lines !== '') text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines}`
  }
  return text
}

function braced(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, escaped)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (sign: string): string => (sign === '\n' ? '\\n' : `\\${sign}`)
