/** How long figures are kept: one setting for all workspaces. */
import { FigureRetention, usualFigureRetention } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import { createWorkspaceSetting } from '../store/workspace-setting.ts'

/** Batches belong to no workspace, so neither does this setting. */
export const allWorkspaces = 'all workspaces'

/** The setting, under the name `allWorkspaces`. */
export const figureRetention = (store: Store) =>
  createWorkspaceSetting<FigureRetention>(store, {
    name: 'figure retention',
    parse: (stored) => FigureRetention.safeParse(stored).data,
    defaults: usualFigureRetention,
  })
