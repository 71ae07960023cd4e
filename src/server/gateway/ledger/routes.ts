/** Endpoints of effects: list them, settle one whose outcome is unknown, and stop all changes. */
import type { AnswerCache } from '../http/answer-cache.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Effects } from './effects.ts'
import type { StopSwitch } from './stop-switch.ts'

/** @param deps.currentEffectOf returns the id of an effect's successor, such as the approval after an edit; without one, the same id */
export function effectRoutes({
  effects,
  currentEffectOf,
  stopSwitch,
  cached,
}: {
  effects: Effects
  currentEffectOf: (id: string) => Promise<string>
  stopSwitch: StopSwitch
  cached: AnswerCache
}) {
  return {
    effectList: cached({
      argsOf: (c) => ({
        query: parseQueryOf(c, 'effectList'),
        isAdministrator: operatorOf(c).roles.includes('admin'),
      }),
      answer: ({ query, isAdministrator }) => effects.list(query, isAdministrator),
    }),
    effectSettle: async (c) => {
      const settlement = await parseJsonBody(c, 'effectSettle')
      return c.json(await effects.settle(await currentEffectOf(parseId(c, 'effectId')), settlement, operatorOf(c)))
    },
    stopSwitchOn: async (c) => {
      const { reason } = await parseJsonBody(c, 'stopSwitchOn')
      return c.json({ stop: await stopSwitch.turnOn(reason, operatorOf(c)) })
    },
    stopSwitchOff: async (c) => c.json({ stop: await stopSwitch.turnOff(operatorOf(c)) }),
  } satisfies Record<string, Handler>
}
