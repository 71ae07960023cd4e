/** Endpoints of the setting that says how much of the request budget the results of calls may use. */
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { parseJsonBody } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { createShareSetting } from './share-setting.ts'

export const outcomeShareRoutes = ({
  shareSetting,
  cached,
}: {
  shareSetting: ReturnType<typeof createShareSetting>
  cached: AnswerCache
}) => ({
  outcomeShareShow: cached({ argsOf: () => ({}), answer: shareSetting.get }),
  outcomeShareChange: async (c: GatewayContext) =>
    c.json(await shareSetting.change(await parseJsonBody(c, 'outcomeShareChange'), operatorOf(c))),
})
