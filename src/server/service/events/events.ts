/** What the service announces (specification 6, interface 6): written beside its cause, in the same transaction. */
import type { Announcement } from '#contract/index.ts'
import { organisations } from '../auth/keys.ts'
import type { ServiceContext } from '../shared/context.ts'
import { ids } from '../shared/random.ts'
import type { CallRow, Database } from '../store/database.ts'

/**
 * Announces an event, where events are delivered at all.
 *
 * @param database the transaction of what is announced: both stand, or neither
 * @param organisation whose it is; the installation's webhook hears nothing of another's
 * @param at epoch ms; later than now: not delivered before
 */
export async function enqueueEvent(
  context: ServiceContext,
  database: Database,
  organisation: string,
  { event, data }: Announcement,
  at: number = context.clock.now(),
): Promise<void> {
  if (context.deliver === null || organisation !== organisations.main) return
  await database
    .insertInto('event')
    .values({
      id: `evt_${ids.record(context.random)}`,
      event,
      body: JSON.stringify({ event, data }),
      status: 'waiting',
      answer: null,
      attempts: 0,
      created_at: context.clock.now(),
      due_at: at,
      attempted_at: null,
    })
    .execute()
  context.deliver()
}

/** What every event of a call says. */
export const callEventData = (call: CallRow) => ({
  callId: call.call_id,
  agentId: call.agent_id,
  roomName: call.room_name,
  toNumber: call.to_number,
  ...(call.batch_id !== null && { batchId: call.batch_id }),
  ...(call.job_id !== null && { jobId: call.job_id }),
})

/** From an SMS that leaves to its arrival, carrier ms. */
const smsDeliveryMs = 2_000

/**
 * Announces an SMS that leaves, and its arrival a moment later.
 *
 * @param to the customer's number; null: it went by e-mail, which no event tells of
 */
export async function enqueueSmsEvents(
  context: ServiceContext,
  database: Database,
  organisation: string,
  { to, ...ids }: { conversationId: string; messageId: string; to: string | null },
): Promise<void> {
  if (to === null) return
  const data = { ...ids, to }
  await enqueueEvent(context, database, organisation, { event: 'sms.sent', data })
  const arrival = context.clock.now() + Math.ceil(smsDeliveryMs / context.speed)
  await enqueueEvent(context, database, organisation, { event: 'sms.delivered', data }, arrival)
}
