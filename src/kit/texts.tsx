/** Texts of the kit. One that only one component shows stands in it; others are in `navigation-texts.ts`. */
import type { Session } from '#contract/index.ts'

// Page header
export const windowTitle = (title: string, count = 0) => `${count > 0 ? `(${count}) ` : ''}${title} · Switchboard`

// Mode of the service
export const modeTexts: Readonly<Record<Session['mode'], { label: string; meaning: string }>> = {
  simulation: {
    label: 'Simulation',
    meaning: 'Nothing here is real: calls and messages are simulated, and no one is called.',
  },
  live: { label: 'Live', meaning: 'This is real: calls go to real people, and messages are delivered.' },
  unknown: {
    label: 'Mode unknown',
    meaning: 'The calling service has not responded yet. Act as if everything is real.',
  },
}
