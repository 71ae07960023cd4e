/** Texts about webhook events: what Switchboard receives, and what a simulation delivers. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// webhooks-part.tsx
export const serviceEvents = 'Service events'
export const loadingEvents = 'Loading service events…'
export const webhookUrl = 'Webhook URL'
export const webhookUrlFor = (workspace: string) => `Webhook URL for ${workspace}`
export const copiedWebhookUrl = 'webhook URL'
export const copiedWebhookUrlFor = (workspace: string) => `webhook URL for ${workspace}`
export const secretTerm = 'Secret'
export const secretSet = 'Configured'
export const secretMissing = 'Not configured'
export const secretMissingHint = (variable: ReactNode) => (
  <>Switchboard accepts no events. Set {variable} to the secret that the service shows, then restart Switchboard.</>
)
export const lastEventTerm = 'Last event'
export const lastEvent = (event: string, ago: ReactNode) => (
  <>
    {event}, {ago}
  </>
)
export const noLastEvent = 'None since Switchboard started'
export const lastHourTerm = 'In the last hour'
export const noEvents = 'None'
export const lastHourList = 'Events in the last hour, by type'
export const refusedTerm = 'Refused'
export const noneRefused = 'None in the last hour'
export const refused = (count: number) =>
  `${number(count)} in the last hour, because their signature was wrong. Check that the secret is the one that the service shows.`
export const withoutWorkspaceTerm = 'Without a workspace'
export const withoutWorkspace = (count: number) =>
  `${number(count)} in the last hour. They were sent to a URL without a workspace, so Switchboard could not learn about new calls or conversations from them. Enter each workspace’s own URL at the service.`
const eventEffect =
  'An event tells Switchboard that something changed. Pages that someone is viewing are then updated immediately. Other events cost no requests.'
export const explanation = eventEffect
export const explanationForWorkspaces = `${eventEffect} Events do not name their workspace, so each workspace of the service needs its own URL.`

// simulation-webhook.tsx
export const simulationWebhook = 'Simulation webhook'
export const deliversToTerm = 'Delivers to'
export const noDestination = 'Not set'
export const copiedDestination = 'URL that receives the events'
export const signsWithTerm = 'Signs with'
export const showSecret = 'Show webhook secret'
export const copiedSecret = 'webhook secret'
export const deliveries = 'Deliveries'
export const loadingDeliveries = 'Loading deliveries…'
export const refresh = 'Refresh'
export const noDeliveries = 'No deliveries yet'
export const noDeliveriesHint =
  'Each call, each sent SMS, and each change of an agent or a flow appears here for a day.'
export const deliveryNoun = ['event', 'events'] as const
export const eventColumn = 'Event'
export const createdColumn = 'Created'
export const stateColumn = 'State'
export const attemptsColumn = 'Attempts'
export const lastAnswerColumn = 'Last response'
export const idColumn = 'ID'
export const copiedEventId = 'event ID'
export const waiting = 'Waiting'
export const delivered = 'Delivered'
export const failed = 'Failed'
export const noAttempt = 'No attempt yet'
export const httpStatus = (status: string) => `HTTP ${status}`
/** @param problem "no connection" */
export const noAnswer = (problem: string) => `Failed: ${problem}`
