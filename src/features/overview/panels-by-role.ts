/** The figures on the overview and the order of its panels, by role. */
import type { Role } from '#contract/index.ts'

export type FigureName = 'today' | 'answered' | 'batches' | 'drafts' | 'decided'
export type PanelName = 'live' | 'running' | 'drafts'
interface Layout {
  figures: readonly FigureName[]
  /** Left and right column; on narrow screens the right one is below. */
  panels: readonly [readonly PanelName[], readonly PanelName[]]
}

/** Every role sees the same panels and four figures, those of its own work first. Today's calls by hour come last. */
const layouts: Record<Role, Layout> = {
  support: {
    figures: ['today', 'answered', 'batches', 'drafts'],
    panels: [['live', 'running'], ['drafts']],
  },
  campaign_manager: {
    figures: ['batches', 'today', 'answered', 'drafts'],
    panels: [['running', 'live'], ['drafts']],
  },
  reviewer: {
    figures: ['drafts', 'decided', 'today', 'answered'],
    panels: [['drafts'], ['live', 'running']],
  },
  admin: {
    figures: ['today', 'answered', 'batches', 'drafts'],
    panels: [['live', 'running'], ['drafts']],
  },
}

/** The layout for the first of an operator's roles. */
export const layoutFor = (roles: readonly Role[]): Layout => layouts[roles[0] ?? 'support']
