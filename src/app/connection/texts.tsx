/** Texts of the banner, the request budget and the notice about a new version. Every page loads them. */
import type { ReactNode } from 'react'

// Banner
const since = (time: ReactNode) => time && <> (since {time})</>
/** @param settings a link to the settings of the service; null for operators who cannot correct the key */
export const keyRefused = (time: ReactNode, settings: ReactNode) => (
  <>
    <strong>The calling service rejects Switchboard’s API key</strong>
    {since(time)}. You are still signed in. {settings ?? 'Ask an administrator to correct it.'}
  </>
)

// Request budget
export const updatesResume = (wait: string) => `Updates resume in ${wait}. You can still cancel a batch.`
export const updatesResumeAfterPause = (wait: string) => `The service asked for a pause. ${updatesResume(wait)}`
