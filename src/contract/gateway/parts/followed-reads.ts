/** The reads whose tags are in the gateway's status. No zod here, because the first page loads this file. */

/** Each read with the arguments that its tag applies to. */
export const followedReads = {
  sessionShow: {},
  countShow: {},
  decisionList: {},
  approvalList: {},
  preparedBatchList: {},
  batchList: { query: { limit: 100 } },
  effectList: { query: { state: 'unknown', limit: 100 } },
} as const
export type FollowedRead = keyof typeof followedReads

/** The tag of an answer: the start of its ETag. Removes `W/`, which compressing proxies add. */
export const statusTag = (etag: string): string => etag.replace(/^W\//, '').slice(1, 9)
