/** Refusals of the ledger: commands that are not sent, and commands whose outcome is unknown. */
import { type Effect, type EndpointName, Refusal, type RefusalData, type Stop } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'

export const ago = (ms: number): string => {
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
    message: 'This was already asked for in other words. Nothing more was sent. Start again from the form.',
  })
export const notRecorded = () =>
  refusal({
    status: 503,
    code: 'not_recorded',
    message:
      "This could not be recorded, so nothing was sent. An administrator has to check this server's disk or database.",
  })
/** An administrator has stopped all changes. */
export const changesStopped = ({ operator, at, reason }: Stop, now: number) =>
  refusal({
    status: 423,
    code: 'stopped',
    message: `${operator} stopped all changes ${ago(now - at)} (“${reason}”). Nothing was sent. Try again when an administrator has allowed changes in the settings. You can still cancel batches and end calls.`,
  })
/** This gateway is being stopped and accepts no new commands. */
export const gatewayStopping = () =>
  refusal({
    status: 503,
    code: 'stopping',
    retryAfter: 1,
    message: 'Switchboard is being restarted. Nothing was sent. Try again in a moment.',
  })
/** Switchboard is stopped while a cancel waits for its slot. */
export const cancelStopped = () =>
  refusal({
    status: 503,
    code: 'stopping',
    message:
      'Switchboard is being stopped, so the batch was not cancelled and goes on. Cancel it again when it is back.',
  })
/** The effect has ended, and its answer has expired. */
export const answerExpired = (row: { id: string; state: string }) =>
  refusal({
    status: 409,
    code: 'already_done',
    effectId: row.id,
    sent: row.state === 'refused' ? 'no' : row.state === 'unknown' || row.state === 'sending' ? 'unknown' : 'yes',
    message:
      'This was asked for before, and its answer is no longer kept. Nothing more was sent. Look what became of it first.',
  })

/** The effect had no answer, and a reading or a person has settled it since. */
export const alreadySettled = (row: { id: string; happened: number | null }) =>
  refusal({
    status: 409,
    effectId: row.id,
    ...(row.happened === 1
      ? {
          code: 'already_done',
          sent: 'yes',
          message: 'The service did not answer this, but it happened, as was found since. Nothing more was sent.',
        }
      : {
          code: 'not_happened',
          message:
            'The service did not confirm this, and somebody has since recorded that it did not happen. Nothing more was sent. You can ask for it again.',
        }),
  })

/** Neither the service nor the network told us whether the command was carried out. */
export const unknownOutcome = (overrides: Partial<RefusalData> = {}): Refusal =>
  new Refusal({
    status: 502,
    code: 'outcome_unknown',
    by: 'network',
    sent: 'unknown',
    message:
      'The service did not confirm this. It may have happened. Do not do it again before somebody has looked and settled it.',
    ...overrides,
  })

const saved = 'The service did not confirm that this was saved. It may have been.'
const saveAgain = 'You can save again: Switchboard first checks whether your change is there.'
const created = 'The service did not confirm that this was created. It may have been.'
const createAgain = 'You can create it again: Switchboard first checks whether it is there.'
const deleted = 'The service did not confirm that this was deleted. It may have been.'
const deleteAgain = 'You can delete it again: Switchboard first checks whether it is still there.'

/** Messages for repeatable commands with an unknown outcome. A command that is not listed must not be repeated. */
const repeatableMessages: Partial<Record<EndpointName, string>> = {
  agentCreate: `${created} ${createAgain}`,
  agentUpdate: `${saved} ${saveAgain}`,
  agentDelete: `${deleted} ${deleteAgain}`,
  flowCreate: `${created} ${createAgain}`,
  flowUpdate: `${saved} ${saveAgain}`,
  flowDelete: `${deleted} ${deleteAgain}`,
  messagingAgentCreate: `${created} ${createAgain}`,
  messagingAgentReplace: `${saved} ${saveAgain}`,
  messageFlowCreate: `${created} ${createAgain}`,
  messageFlowReplace: `${saved} ${saveAgain}`,
  batchCancel:
    'The service did not confirm the cancel, so calls may go on. You can cancel again: cancelling twice does no harm.',
  activeCallEnd: 'The service did not confirm that the call was ended, so it may go on. You can end it again.',
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

/** The outcome of this command is unknown. Code `unconfirmed`: repeating it does no harm. */
export function unconfirmedCommand(name: EndpointName, overrides: Partial<RefusalData> = {}): Refusal {
  const message = repeatableMessages[name]
  return unknownOutcome({ ...(message && { code: 'unconfirmed', message }), ...overrides })
}

/** A live effect holds the target. Names who asked for it and when, and its batch. */
export function alreadyUnderWay(first: (Effect & { batchId: string | null }) | undefined, now: number): Refusal {
  const who = first ? `${first.operator} asked for this ${ago(now - first.at)}` : 'This is already under way'
  return refusal({
    status: 409,
    code: 'already_under_way',
    effectId: first?.id,
    message:
      first?.state === 'unknown'
        ? `${who}, and nobody knows yet whether it happened. Nothing more was sent. Settle that first.`
        : `${who}. Nothing more was sent.`,
    ...(first?.batchId && { fields: { batchId: first.batchId } }),
  })
}
