/**
 * The page on which a flow is edited: a header row, the outline of the steps, their diagram, and a drawer with everything else. Without
 * room for three columns, the outline is in the drawer. Without room for two, there is only the drawer.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PageHeader } from '#kit/page/page-header.tsx'
import { cx } from '#ui/classes.ts'
import { useHasTwoColumns, useIsExtraWide } from '#ui/use-media.ts'
import { Outline } from '../panels/outline.tsx'
import { createPanelActions } from '../panels/panel-actions.ts'
import type { GraphEditor } from '../steps/edit-history.ts'
import { outlineOf, type Point } from '../steps/graph.ts'
import { isSameSelection, type Selection, useSelection } from '../steps/selection.ts'
import { ruleTargets, suggestionsFor } from '../steps/suggestions.ts'
import * as stepTexts from '../steps/texts.tsx'
import type { StepsRehearsal } from '../steps/walked-path.ts'
import { Drawer } from './drawer.tsx'
import { type FieldBinding, HeaderFields } from './flow-fields.tsx'
import { StepsToolbar } from './steps-toolbar.tsx'
import * as texts from './texts.ts'
import { useFullScreen } from './use-full-screen.ts'

const Canvas = lazy(() => import('../canvas/canvas.tsx'))

interface Props extends FieldBinding {
  title: string
  back: { to: string; label: string }
  editor: GraphEditor
  rehearsal: StepsRehearsal
  /** What the form says about errors and conflicts. */
  notices: ReactNode
  buttons: ReactNode
}

const windowHeight = 'md:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px))]'

export function FlowEditor({ title, back, editor, rehearsal, notices, buttons, ...fields }: Props) {
  const { flowData: graph, rules } = fields.draft
  const { selection, panel, select, openPanel } = useSelection()
  const [isFullScreen, toggleFullScreen] = useFullScreen()
  const hasCanvas = useHasTwoColumns()
  const hasOutline = useIsExtraWide()
  const lines = outlineOf(graph, ruleTargets(rules))
  const problems = suggestionsFor(graph, rules)

  /** The step or connection that somebody opened to edit. Its label gets the focus. */
  const [opened, setOpened] = useState<Selection>(null)
  const open = (next: Selection) => {
    setOpened(next)
    select(next)
  }
  const selectInDiagram = (next: Selection) => {
    setOpened(null)
    select(next)
  }
  const actions = createPanelActions(editor, graph, open)

  const outline = <Outline lines={lines} selection={selection} path={rehearsal.path} onSelect={open} />
  return (
    <div
      className={cx(
        'flex flex-col bg-surface',
        windowHeight,
        isFullScreen ? 'md:fixed md:inset-x-0 md:bottom-0 md:z-20' : 'md:min-h-[30rem]',
      )}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-3 py-2 sm:px-4">
        <div className="min-w-40 flex-1 max-md:basis-full">
          <PageHeader title={title} back={back} />
        </div>
        <HeaderFields {...fields} buttons={buttons} />
      </div>
      <div className="flex max-h-[40vh] shrink-0 flex-col gap-2 overflow-y-auto border-b border-line px-4 py-2 empty:hidden">
        {notices}
      </div>
      <div className="flex min-h-0 flex-1">
        {hasOutline && (
          <nav aria-label={texts.outline} className="w-64 shrink-0 overflow-y-auto border-r border-line px-1 py-2">
            {outline}
          </nav>
        )}
        {hasCanvas && (
          <div className="flex min-w-0 flex-1 flex-col">
            <StepsToolbar
              editor={editor}
              actions={actions}
              graph={graph}
              selection={selection}
              fullScreen={{ isOn: isFullScreen, toggle: toggleFullScreen }}
            />
            <div className="min-h-0 flex-1">
              <Suspense
                fallback={
                  <output aria-busy className="sr-only">
                    {stepTexts.loadingDiagram}
                  </output>
                }
              >
                <Canvas
                  graph={graph}
                  lines={lines}
                  flaggedStepIds={new Set(problems.flatMap((problem) => problem.node ?? []))}
                  selection={selection}
                  path={rehearsal.path}
                  onSelect={selectInDiagram}
                  edit={{
                    connect: (source, target) => editor.edit({ kind: 'connect', source, target }),
                    move: (positions: Record<string, Point>) => editor.edit({ kind: 'move', positions }),
                    tidy: (positions: Record<string, Point>) => editor.edit({ kind: 'tidy', positions }),
                  }}
                />
              </Suspense>
            </div>
          </div>
        )}
        <div
          className={cx('flex min-w-0 flex-col', hasCanvas ? 'w-88 shrink-0 border-l border-line xl:w-96' : 'flex-1')}
        >
          {!hasCanvas && (
            <StepsToolbar editor={editor} actions={actions} graph={graph} selection={selection} fullScreen={null} />
          )}
          <Drawer
            {...fields}
            lines={lines}
            problems={problems}
            selection={selection}
            opened={isSameSelection(opened, selection) ? opened : null}
            panel={panel}
            onOpenPanel={openPanel}
            onSelect={open}
            actions={actions}
            outline={hasOutline ? null : outline}
            rehearsal={rehearsal.content}
          />
        </div>
      </div>
    </div>
  )
}
