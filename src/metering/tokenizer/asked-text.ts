import { sampleRequest, type TextSample } from './request-text.ts'

/** How much of a request is tokenized; the rest is taken to be alike. */
const SAMPLE_BYTES = 64 * 1024
/** How much of it is kept while an answer takes its time: of 80 KB or more this is some 1.5 % off, no more than a tokenizer that is not the vendor's. */
const KEPT_BYTES = 16 * 1024

/** The text of a request, for as long as somebody may have to count it: all of its body at first, and then a sample. */
export class AskedText {
  #body: Uint8Array
  #sample: TextSample | null = null

  constructor(body: Uint8Array) {
    this.#body = body
  }

  sample(): TextSample {
    return this.#sample ?? sampleRequest(this.#body, SAMPLE_BYTES)
  }

  /** Lets the body go but for 16 KiB of it: an answer may outlast its request by minutes. */
  shorten(): void {
    if (this.#body.length <= KEPT_BYTES) return
    this.#sample = inOwnMemory(sampleRequest(this.#body, KEPT_BYTES))
    this.#body = NO_BYTES
  }
}

const NO_BYTES = new Uint8Array()

/** What stands for a request whose upstream has told how long it was. */
export const NOTHING_ASKED = new AskedText(NO_BYTES)

/** The same sample without the body it was taken from. */
function inOwnMemory(sample: TextSample): TextSample {
  return { ...sample, parts: sample.parts.map((part) => new Uint8Array(part)) }
}
