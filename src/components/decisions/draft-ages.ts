/** How long drafts have waited at least, by the word in the address of the queue, ms. */
export const minDraftAges = { '10m': 600_000, '1h': 3_600_000, '1d': 86_400_000 } as const
export type MinDraftAge = keyof typeof minDraftAges
