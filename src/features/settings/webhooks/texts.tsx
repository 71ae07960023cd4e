/** Texts about webhook events: what Switchboard receives, and what a simulation delivers. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// webhooks-part.tsx
export const webhookUrlFor = (workspace: string) => `Webhook URL for ${workspace}`
export const copiedWebhookUrlFor = (workspace: string) => `webhook URL for ${workspace}`
export const secretMissingHint = (variable: ReactNode) => (
  <>Switchboard accepts no events. Set {variable} to the secret that the service shows, then restart Switchboard.</>
)
export const lastEvent = (event: string, ago: ReactNode) => (
  <>
    {event}, {ago}
  </>
)
export const refused = (count: number) =>
  `${number(count)} in the last hour, because their signature was wrong. Check that the secret is the one that the service shows.`
export const withoutWorkspace = (count: number) =>
  `${number(count)} in the last hour. They were sent to a URL without a workspace, so Switchboard could not learn about new calls or conversations from them. Enter each workspace’s own URL at the service.`
const eventEffect =
  'An event tells Switchboard that something changed. Pages that someone is viewing are then updated immediately. Other events cost no requests.'
export const explanation = eventEffect
export const explanationForWorkspaces = `${eventEffect} Events do not name their workspace, so each workspace of the service needs its own URL.`

// simulation-webhook.tsx
export const deliveries = 'Deliveries'
export const deliveryNoun = ['event', 'events'] as const
export const httpStatus = (status: string) => `HTTP ${status}`
/** @param problem "no connection" */
export const noAnswer = (problem: string) => `Failed: ${problem}`
