/** Exports message flows with the messaging agents that write their messages, so that an import can map them. */

import { readAllMessagingAgents } from '#api/all-records.ts'
import { queryClient } from '#api/reads.ts'
import { currentSession } from '#api/session.ts'
import { exportRecords } from '#components/records/files/export-records.ts'
import type { MessageFlow } from '#contract/index.ts'

/** @param name what the file is named after */
export async function exportWithAgents(messageFlows: readonly MessageFlow[], name: string): Promise<void> {
  const ids = new Set(messageFlows.flatMap(({ agent }) => agent ?? []))
  const isOffered = currentSession()?.extensions['messaging-agents'] !== false
  // From the cache, unless it is older than the contract allows.
  const all = ids.size > 0 && isOffered ? await queryClient.fetchQuery(readAllMessagingAgents).catch(() => null) : null
  const messagingAgents = (all?.data.rows ?? []).filter(({ _id }) => ids.has(_id))
  await exportRecords(
    { ...(messagingAgents.length > 0 && { messagingAgents }), messageFlows },
    name,
    messagingAgents.length < ids.size
      ? 'Not all of their messaging agents could be loaded, so some are not in the file.'
      : '',
  )
}
