/** Enqueues webhook events (specification 6, interface section 6) in the transaction of the change that causes them. */
import type { Announcement } from '#contract/index.ts'
import { organisations } from '../auth/keys.ts'
import type { ServiceContext } from '../shared/context.ts'
import { newId } from '../shared/random.ts'
import type { CallRow, Database } from '../store/database.ts'

/**
 * Enqueues an event and wakes delivery. Does nothing if the service delivers no events.
 *
 * @param database the transaction of the change that causes the event
 * @param organisation owner of the changed record; only events of the main organization are delivered
 * @param dueAt earliest delivery (epoch ms)
 */
export async function enqueueEvent(
  context: ServiceContext,
  database: Database,
  organisation: string,
  { event, data }: Announcement,
  dueAt: number = context.clock.now(),
): Promise<void> {
  if (context.wakeDelivery === null || organisation !== organisations.main) return
  await database
    .insertInto('event')
    .values({
      id: `evt_${newId.record(context.random)}`,
      event,
      body: JSON.stringify({ event, data }),
      status: 'waiting',
      attempts: 0,
      created_at: context.clock.now(),
      due_at: dueAt,
    })
    .execute()
  context.wakeDelivery()
}

/** The data that every event of a call has. */
export const callEventData = (call: CallRow) => ({
  callId: call.call_id,
  agentId: call.agent_id,
  roomName: call.room_name,
  toNumber: call.to_number,
  ...(call.batch_id !== null && { batchId: call.batch_id }),
  ...(call.job_id !== null && { jobId: call.job_id }),
})

/** Carrier milliseconds from sending an SMS to its delivery. */
const smsDeliveryMs = 2_000

/**
 * Enqueues the events of a sent SMS: `sms.sent` now and `sms.delivered` a moment later.
 *
 * @param to the customer's number; null for e-mail, which has no events
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
  const deliveredAt = context.clock.now() + Math.ceil(smsDeliveryMs / context.speed)
  await enqueueEvent(context, database, organisation, { event: 'sms.delivered', data }, deliveredAt)
}
