/** Adds each of a list to another, however many they are: handed over as arguments, a hundred thousand overflow the stack. */
export function pushAll<T>(to: T[], more: readonly T[]): void {
  for (const one of more) to.push(one)
}
