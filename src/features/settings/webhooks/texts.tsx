/** Texts about webhook events: what Switchboard receives, and what a simulation delivers. */

// webhooks-part.tsx
const eventEffect =
  'An event tells Switchboard that something changed. Pages that someone is viewing are then updated immediately. Other events cost no requests.'
export const explanation = eventEffect
export const explanationForWorkspaces = `${eventEffect} Events do not name their workspace, so each workspace of the service needs its own URL.`

// simulation-webhook.tsx
export const deliveries = 'Deliveries'
export const deliveryNoun = ['event', 'events'] as const
