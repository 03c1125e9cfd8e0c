/** How a provider is paid: afterwards for what was used, in advance, or by a plan with so much in it. */
export const BILLING_TYPES = ['postpaid', 'prepaid', 'plan'] as const
export type BillingType = (typeof BILLING_TYPES)[number]
