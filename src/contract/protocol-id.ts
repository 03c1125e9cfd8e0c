import { z } from 'zod'
import { PROTOCOLS } from '../core/protocol.ts'

/** A protocol by its id. */
export const protocolId = z.enum(Object.keys(PROTOCOLS) as [keyof typeof PROTOCOLS])
