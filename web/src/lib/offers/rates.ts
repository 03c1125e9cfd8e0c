/** What most models are priced by, in USD per million tokens. */
export const TOKEN_RATES = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h'] as const
/** What only some models price apart, in USD per million tokens. */
export const EXTRA_RATES = ['reasoning', 'audio_in', 'audio_out', 'image_in', 'image_out'] as const
/** What is priced by the piece, in USD for each. */
export const PIECE_RATES = ['per_request', 'per_search'] as const
/** Every rate a price may name, in the order of the inputs. */
export const RATES = [...TOKEN_RATES, ...EXTRA_RATES, ...PIECE_RATES] as const
export type Rate = (typeof RATES)[number]
