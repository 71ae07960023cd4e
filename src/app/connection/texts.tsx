/** Texts of the banner, the request budget and the notice about a new version. Every page loads them. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// Banner
const since = (time: ReactNode) => time && <> (since {time})</>
export const offline = (ago: ReactNode) => (
  <>
    <strong>You are offline.</strong> Nothing will be sent. This page was last updated {ago}.
  </>
)
export const gatewayDown = (ago: ReactNode) => (
  <>
    <strong>Switchboard is not responding.</strong> This page was last updated {ago}. Trying again every few seconds.
  </>
)
export const serviceDown = (time: ReactNode) => (
  <>
    <strong>The calling service is not responding</strong>
    {since(time)}. The last known data is shown, with its age.
  </>
)
/** @param settings a link to the settings of the service; null for operators who cannot correct the key */
export const keyRefused = (time: ReactNode, settings: ReactNode) => (
  <>
    <strong>The calling service rejects Switchboard’s API key</strong>
    {since(time)}. You are still signed in. {settings ?? 'Ask an administrator to correct it.'}
  </>
)

// Request budget
export const budgetUse = (used: number, perMinute: number, reserved: number) =>
  `${number(used)} of the organization's ${number(perMinute)} requests per minute are used. ${number(reserved)} are reserved for commands.`
export const updatesResume = (wait: string) => `Updates resume in ${wait}. You can still cancel a batch.`
export const updatesResumeAfterPause = (wait: string) => `The service asked for a pause. ${updatesResume(wait)}`

// New version
