/** The order of figures and panels on the overview, by role. */
import type { Role } from '#contract/index.ts'

export type FigureName = 'calls' | 'batches' | 'drafts' | 'requests'
export type PanelName = 'live' | 'running' | 'drafts' | 'budget'
interface Layout {
  figures: readonly FigureName[]
  /** Left and right column; on narrow screens the right one is below. */
  panels: readonly [readonly PanelName[], readonly PanelName[]]
}

/** Every role sees all figures and panels, those of its own work first. */
const layouts: Record<Role, Layout> = {
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

/** The layout for the first of an operator's roles. */
export const layoutFor = (roles: readonly Role[]): Layout => layouts[roles[0] ?? 'support']
