/**
 * What was worked out of a request's head, kept as long as its connection says the same but for the length of the body: the next
 * request is spared it.
 */
export type Said = {
  /** The hash of the key that the head has. */
  keyHash?: string | undefined
}
