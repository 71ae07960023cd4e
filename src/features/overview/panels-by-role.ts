/** Which figures and panels stand first on the overview, for each role. */
import type { Role } from '#contract/index.ts'

export type Figure = 'calls' | 'batches' | 'drafts' | 'requests'
export type Panel = 'live' | 'running' | 'drafts' | 'budget'
interface Arrangement {
  figures: readonly Figure[]
  /** Left and right; where it is narrow, one after the other. */
  panels: readonly [readonly Panel[], readonly Panel[]]
}

/** What each role looks for first stands first; nobody is shown less. */
const arrangements: Record<Role, Arrangement> = {
  support: {
    figures: ['calls', 'drafts', 'batches', 'requests'],
    panels: [['live'], ['running', 'drafts', 'budget']],
  },
  campaign_manager: {
    figures: ['batches', 'calls', 'requests', 'drafts'],
    panels: [
      ['running', 'live'],
      ['budget', 'drafts'],
    ],
  },
  reviewer: {
    figures: ['drafts', 'calls', 'batches', 'requests'],
    panels: [['drafts'], ['running', 'live', 'budget']],
  },
  admin: {
    figures: ['calls', 'batches', 'drafts', 'requests'],
    panels: [['running', 'drafts', 'budget'], ['live']],
  },
}

/** Somebody with several roles sees it as the first of them does. */
export const arrangementFor = (roles: readonly Role[]): Arrangement => arrangements[roles[0] ?? 'support']
