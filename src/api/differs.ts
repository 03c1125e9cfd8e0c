/** Whether a patch asks for anything that is not so already; what is shown in another form than it is asked for counts as a change. */
export function differs(patch: object, present: object): boolean {
  const now = new Map(Object.entries(present))
  return Object.entries(patch).some(([name, value]) => value !== undefined && !isSame(value, now.get(name)))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
