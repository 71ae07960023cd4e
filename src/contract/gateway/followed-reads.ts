/** The reads that the gateway's status has tags of. Without zod: the first page needs them. */

/** With the arguments for which the tag holds. */
export const followedReads = {
  sessionShow: {},
  decisionList: {},
  approvalList: {},
  preparedBatchList: {},
  batchList: { query: { limit: 100 } },
  effectList: { query: { state: 'unknown', limit: 100 } },
} as const
export type FollowedRead = keyof typeof followedReads

/** The tag of an answer in a status: the beginning of its ETag, which a proxy that compresses answers marks as weak. */
export const statusTag = (etag: string): string => etag.replace(/^W\//, '').slice(1, 9)
