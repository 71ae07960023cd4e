/** Endpoints of effects: the list, settling one with an unknown outcome by hand, and stopping all of them. */

import type { AnswerCache } from '../http/answer-cache.ts'
import { body, type Handler, idOf, query } from '../http/handler.ts'
import { operatorOf } from '../http/request.ts'
import type { Effects } from './effects.ts'
import type { StopSwitch } from './stop-switch.ts'

/** @param deps.effectOf the effect that stands for another one by now, such as the second of a decision; else the same */
export function effectRoutes({
  effects,
  effectOf,
  stopSwitch,
  kept,
}: {
  effects: Effects
  effectOf: (id: string) => Promise<string>
  stopSwitch: StopSwitch
  kept: AnswerCache
}) {
  return {
    effectList: kept({
      of: (c) => ({
        wanted: query(c, 'effectList') as unknown as Parameters<Effects['list']>[0],
        isAdministrator: operatorOf(c).roles.includes('admin'),
      }),
      answer: ({ wanted, isAdministrator }) => effects.list(wanted, isAdministrator),
    }),
    effectSettle: async (c) => {
      const settling = await body(c, 'effectSettle')
      return c.json(await effects.settle(await effectOf(idOf(c, 'effectId')), settling, operatorOf(c)))
    },
    stopSwitchOn: async (c) => {
      const { reason } = await body(c, 'stopSwitchOn')
      return c.json({ stop: await stopSwitch.on(reason, operatorOf(c)) })
    },
    stopSwitchOff: async (c) => c.json({ stop: await stopSwitch.off(operatorOf(c)) }),
  } satisfies Record<string, Handler>
}
