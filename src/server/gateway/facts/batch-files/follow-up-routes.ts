/** The endpoint of follow-up batches. */
import type { followUpEndpoints } from '#contract/index.ts'
import { type Handler, parseId, parseJsonBody } from '../../http/handler.ts'
import { operatorOf, workspaceOf } from '../../http/request.ts'
import type { RecordAction } from '../../ledger/admin-actions.ts'
import type { Workspace } from '../../shared/configuration.ts'
import { createFollowUps } from './follow-up.ts'

export function followUpRoutes(
  deps: Parameters<typeof createFollowUps>[0] & {
    /** Resolves when everything that was seen of calls is written. */
    writeSeen: () => Promise<void>
    recordAction: RecordAction
    workspaces: readonly Workspace[]
  },
): Record<keyof typeof followUpEndpoints, Handler> {
  const { writeSeen, recordAction } = deps
  const readFollowUp = createFollowUps(deps)
  return {
    batchFollowUp: async (c) => {
      const { outcomes } = await parseJsonBody(c, 'batchFollowUp')
      const workspace = workspaceOf(c, deps)
      const batchId = parseId(c, 'batchId')
      await writeSeen()
      const read = () => readFollowUp(workspace, batchId, outcomes)
      if (!outcomes) return c.json(await read())
      // The file has the numbers and names of people, so the audit shows who took it.
      const action = {
        endpoint: 'batchFollowUp',
        ids: { workspaceId: workspace, batchId },
        operator: operatorOf(c),
      } as const
      return c.json(await recordAction(action, read))
    },
  }
}
