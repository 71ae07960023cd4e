/** What calls and messages cost: seconds counted from the gateway's own rows, and the team's own prices, which the service does not know. */
import * as z from 'zod/mini'
import { wholeNumber } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import type { Coverage } from './call-reports.ts'

export const priceLimits = { currencyLength: 8, countries: 300, price: 10_000 } as const

const country = z.string().check(z.regex(/^[A-Z0-9]{2,3}$/))
const price = z.number().check(z.gte(0), z.lte(priceLimits.price))

/** How the seconds of a call become minutes: each second, or each minute that began. */
export const billings = ['second', 'minute'] as const
export type Billing = (typeof billings)[number]

/** The team's own prices in one currency. Prices are per minute and per message; null: none is set. */
export const CallPrices = z.object({
  /** A code or a sign, as the team writes it; '' for none. */
  currency: z.string().check(z.trim(), z.maxLength(priceLimits.currencyLength)),
  billing: z.enum(billings),
  perMinute: z.nullable(price),
  /** Countries (ISO 3166) whose price differs from `perMinute`. */
  countries: z.array(z.object({ country, perMinute: price })).check(z.maxLength(priceLimits.countries)),
  perMessage: z.nullable(price),
})
export type CallPrices = z.output<typeof CallPrices>

export const noPrices: CallPrices = {
  currency: '',
  billing: 'second',
  perMinute: null,
  countries: [],
  perMessage: null,
}

/** What calls are counted by: the hour or day in which they began (epoch ms), or the ID of their agent, flow or batch. '' if it is unknown. */
export const costGroupings = ['hour', 'day', 'country', 'agent', 'flow', 'batch'] as const
export type CostGrouping = (typeof costGroupings)[number]

export interface CostCount {
  key: string
  /** The name of the agent, the flow or the batch; null: unknown, or the group is none of these. */
  name: string | null
  /** Connected calls by country ('': unknown): how many, their seconds, and their minutes if each that began counts. */
  countries: { country: string; calls: number; seconds: number; startedMinutes: number }[]
  /** Messages that were sent after an approval; only for hours and days. */
  messages: number
}

export interface CallCosts {
  groups: CostCount[]
  /** Messages that were sent; null: not known for calls that are filtered. */
  messages: number | null
  /** Calls in which somebody answered, but nothing says how long they lasted. They are in no group. */
  withoutDuration: number
  /** As in the counts of calls. */
  coverage: Coverage
  /** When the first call or decision that is still counted happened, epoch ms; null: there is none. */
  since: number | null
}

export const callCostEndpoints = {
  callCostList: {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. */
      from: wholeNumber,
      to: wholeNumber,
      by: z.enum(costGroupings),
      /** IANA name, for `hour` and `day`. */
      zone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
      agentId: z.optional(id),
      flowId: z.optional(id),
      batchId: z.optional(id),
      country: z.optional(country),
    }),
    response: z.custom<CallCosts>(),
  },
  callPricesShow: { response: z.custom<CallPrices>() },
  callPricesChange: { response: z.custom<CallPrices>(), body: CallPrices },
}
