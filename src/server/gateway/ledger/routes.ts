/** Endpoints of effects: list them, settle one whose outcome is unknown, and stop all changes. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Effects } from './effects.ts'
import type { StopSwitch } from './stop-switch.ts'

/** @param deps.effectOf maps an effect's id to that of its successor, such as the approval after an edit; else returns the same id */
export function effectRoutes({
  effects,
  effectOf,
  stopSwitch,
  cached,
}: {
  effects: Effects
  effectOf: (id: string) => Promise<string>
  stopSwitch: StopSwitch
  cached: AnswerCache
}) {
  return {
    effectList: cached({
      argsOf: (c) => ({
        wanted: parseQueryOf(c, 'effectList') as unknown as Parameters<Effects['list']>[0],
        isAdministrator: operatorOf(c).roles.includes('admin'),
      }),
      answer: ({ wanted, isAdministrator }) => effects.list(wanted, isAdministrator),
    }),
    effectSettle: async (c) => {
      const settling = await parseJsonBody(c, 'effectSettle')
      return c.json(await effects.settle(await effectOf(parseId(c, 'effectId')), settling, operatorOf(c)))
    },
    stopSwitchOn: async (c) => {
      const { reason } = await parseJsonBody(c, 'stopSwitchOn')
      return c.json({ stop: await stopSwitch.on(reason, operatorOf(c)) })
    },
    stopSwitchOff: async (c) => c.json({ stop: await stopSwitch.off(operatorOf(c)) }),
  } satisfies Record<string, Handler>
}
