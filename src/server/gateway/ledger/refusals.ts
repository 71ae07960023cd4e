/** Refusals of the ledger: commands that are not sent, and commands whose outcome is unknown. */
import { type Effect, type EndpointName, Refusal, type RefusalData, type Stop } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'

/** For example "20 s ago". */
export const agoText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 100) return `${seconds} s ago`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`
}

export const keyRequired = () =>
  refusal({
    status: 400,
    code: 'idempotency_key_required',
    message: 'A request that changes something needs an Idempotency-Key. Nothing was sent.',
  })
export const keyReused = () =>
  refusal({
    status: 422,
    code: 'idempotency_key_reused',
    message:
      'This Idempotency-Key was already used for a different request. Nothing more was sent. Open the form again and retry.',
  })
export const notRecorded = () =>
  refusal({
    status: 503,
    code: 'not_recorded',
    message:
      "Switchboard could not record this, so nothing was sent. Ask an administrator to check this server's disk and database.",
  })
/** An administrator has stopped all changes. */
export const changesStopped = ({ operator, at, reason }: Stop, now: number) =>
  refusal({
    status: 423,
    code: 'stopped',
    message: `${operator} stopped all changes ${agoText(now - at)} (“${reason}”). Nothing was sent. An administrator can allow changes again in the settings. You can still cancel batches and end calls.`,
  })
/** This gateway is shutting down and accepts no new commands. */
export const gatewayStopping = () =>
  refusal({
    status: 503,
    code: 'stopping',
    retryAfter: 1,
    message: 'Switchboard is restarting. Nothing was sent. Try again in a moment.',
  })
/** Switchboard is shut down while a cancel waits for a slot of the request budget. */
export const cancelStopped = () =>
  refusal({
    status: 503,
    code: 'stopping',
    message:
      'Switchboard is stopping, so the batch was not cancelled and continues. Cancel it again when Switchboard is back.',
  })
/** The effect has ended, and its answer has expired. */
export const answerExpired = (row: { id: string; state: string }) =>
  refusal({
    status: 409,
    code: 'already_done',
    effectId: row.id,
    sent: row.state === 'refused' ? 'no' : row.state === 'unknown' || row.state === 'sending' ? 'unknown' : 'yes',
    message:
      'This was already requested, and its result is no longer stored. Nothing more was sent. Check the outcome before you try again.',
  })

/** The effect had no answer, and a read or a person has settled it since. */
export const alreadySettled = (row: { id: string; happened: number | null }) =>
  refusal({
    status: 409,
    effectId: row.id,
    ...(row.happened === 1
      ? {
          code: 'already_done',
          sent: 'yes',
          message:
            'The service did not respond, but the action did happen. Switchboard or a colleague found this out later. Nothing more was sent.',
        }
      : {
          code: 'not_happened',
          message:
            'The service did not confirm this, and someone has since recorded that it did not happen. Nothing more was sent. You can try again with a new request.',
        }),
  })

/** Neither the service nor the network confirmed whether the command was carried out. */
export const unknownOutcome = (overrides: Partial<RefusalData> = {}): Refusal =>
  new Refusal({
    status: 502,
    code: 'outcome_unknown',
    by: 'network',
    sent: 'unknown',
    message:
      'The service did not confirm this. It may have happened. Do not repeat it until someone has resolved the outcome.',
    ...overrides,
  })

const maybeSaved = 'The service did not confirm that this was saved. It may have been.'
const saveAgain = 'You can save again: Switchboard first checks whether your change is there.'
const maybeCreated = 'The service did not confirm that this was created. It may have been.'
const createAgain = 'You can create it again: Switchboard first checks whether it is there.'
const maybeDeleted = 'The service did not confirm that this was deleted. It may have been.'
const deleteAgain = 'You can delete it again: Switchboard first checks whether it is still there.'

/** Messages for repeatable commands with an unknown outcome. A command that is not listed must not be repeated. */
const repeatableMessages: Partial<Record<EndpointName, string>> = {
  agentCreate: `${maybeCreated} ${createAgain}`,
  agentUpdate: `${maybeSaved} ${saveAgain}`,
  agentDelete: `${maybeDeleted} ${deleteAgain}`,
  flowCreate: `${maybeCreated} ${createAgain}`,
  flowUpdate: `${maybeSaved} ${saveAgain}`,
  flowDelete: `${maybeDeleted} ${deleteAgain}`,
  messagingAgentCreate: `${maybeCreated} ${createAgain}`,
  messagingAgentReplace: `${maybeSaved} ${saveAgain}`,
  messageFlowCreate: `${maybeCreated} ${createAgain}`,
  messageFlowReplace: `${maybeSaved} ${saveAgain}`,
  batchCancel: 'The service did not confirm the cancellation, so calls may continue. You can safely cancel again.',
  activeCallEnd: 'The service did not confirm that the call was ended, so it may continue. You can end it again.',
  activeCallTakeOver: 'The service did not confirm that the agent was muted. You can take over again.',
}

/** An earlier attempt may have created the same record, and the service cannot be read to find out. */
export const notChecked = (effectId: string): Refusal =>
  refusal({
    status: 503,
    code: 'not_checked',
    effectId,
    message:
      'The service has not confirmed an earlier attempt to create this, and Switchboard could not read it to check whether it is there. Nothing more was sent. Try again in a moment.',
  })

/** The outcome of this command is unknown. Code `unconfirmed`: it is safe to repeat. */
export function unconfirmedCommand(name: EndpointName, overrides: Partial<RefusalData> = {}): Refusal {
  const message = repeatableMessages[name]
  return unknownOutcome({ ...(message && { code: 'unconfirmed', message }), ...overrides })
}

/** A live effect holds the target. The message names who requested it and when. */
export function alreadyUnderWay(holder: (Effect & { batchId: string | null }) | undefined, now: number): Refusal {
  const progress = holder
    ? `${holder.operator} requested this ${agoText(now - holder.at)}`
    : 'This is already in progress'
  return refusal({
    status: 409,
    code: 'already_under_way',
    effectId: holder?.id,
    message:
      holder?.state === 'unknown'
        ? `${progress}, and its outcome is unknown. Nothing more was sent. Resolve the outcome first.`
        : `${progress}. Nothing more was sent.`,
    ...(holder?.batchId && { fields: { batchId: holder.batchId } }),
  })
}
