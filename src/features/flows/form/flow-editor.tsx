/**
 * The page on which a flow is edited: a header row, the outline of the steps, and their diagram. What is selected or asked for is in a drawer
 * beside them. Without room for three columns, the outline is in the drawer, too. Without room for two, there is only the drawer.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { type ReactNode, useState } from 'react'
import { variablesIn } from '#contract/index.ts'
import { stepOf } from '#flow-engine/graph.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { PageHeader } from '#kit/page/page-header.tsx'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { knownColumns } from '#recipients/table/column-names.ts'
import { cx } from '#ui/classes.ts'
import { tabId } from '#ui/layout/tabs.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useHasTwoColumns, useIsWide } from '#ui/use-media.ts'
import { Diagram } from '../canvas/diagram.tsx'
import { Outline } from '../panels/outline.tsx'
import { createPanelActions } from '../panels/panel-actions.ts'
import { KnownVariables } from '../panels/prompt-field.tsx'
import { copySteps, pasteSteps } from '../steps/copied-steps.ts'
import type { GraphEditor } from '../steps/edit-history.ts'
import { outlineOf } from '../steps/graph.ts'
import { problemsByStep, problemsIn, ruleTargets } from '../steps/problems.ts'
import {
  isSameSelection,
  type PanelId,
  type Selection,
  selectedEdgeId,
  selectedStepId,
  useSelection,
} from '../steps/selection.ts'
import * as stepTexts from '../steps/texts.tsx'
import type { StepsRehearsal } from '../steps/walked-path.ts'
import { Drawer } from './drawer.tsx'
import { useEditorKeys, useStepClipboard } from './editor-keys.ts'
import { type FieldBinding, HeaderFields } from './flow-fields.tsx'
import { focusWhenRendered } from './focus-when-rendered.ts'
import { StepsToolbar } from './steps-toolbar.tsx'
import * as texts from './texts.ts'
import { sidePanelIds, useSidePanel } from './use-side-panels.ts'

/** What the page says about itself. */
export interface EditorHeader {
  title: string
  /** The title of the browser tab, if it is another one. */
  windowTitle?: string
  back: { to: string; label: string }
}

interface Props extends EditorHeader, FieldBinding {
  editor: GraphEditor
  rehearsal: StepsRehearsal
  /** What the form says about errors and conflicts. */
  notices: ReactNode
  buttons: ReactNode
  /** Saves the flow, and stays in the editor. */
  onSave: () => void
}

/** Every text of the flow, wherever it is. */
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

const windowHeight = 'md:min-h-[30rem] md:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px))]'

export function FlowEditor({
  title,
  windowTitle,
  back,
  editor,
  rehearsal,
  notices,
  buttons,
  onSave,
  ...fields
}: Props) {
  const { flowData: graph, rules } = fields.draft
  const { selection, panel, select, openPanel, close } = useSelection()
  const hasCanvas = useHasTwoColumns()
  const hasOutline = useIsWide()
  const isOutlineShown = usePreference('outline') === 'open'
  const showOutline = (isShown: boolean) => setPreference('outline', isShown ? 'open' : 'folded')
  const outlinePanel = useSidePanel('outline', hasOutline, isOutlineShown, showOutline)
  const lines = outlineOf(graph, ruleTargets(rules))
  const problems = problemsIn(graph, lines)

  /** The step or connection that somebody opened to edit. Its label gets the focus. */
  const [opened, setOpened] = useState<Selection>(null)
  /** The selected steps if there are several; the URL has only one of them. */
  const [several, setSeveral] = useState<readonly string[]>([])
  const [announcement, setAnnouncement] = useState('')
  const stepId = selectedStepId(selection)
  const existing = several.filter((id) => stepOf(graph, id))
  const selectedIds = existing.length > 1 ? existing : stepId !== null && stepOf(graph, stepId) ? [stepId] : []

  const selectOne = (next: Selection) => {
    setOpened(null)
    setSeveral([])
    select(next)
  }
  const isDetailsShown = !hasCanvas || selection !== null || panel !== null
  const details = useSidePanel('details', hasCanvas, isDetailsShown, (isShown) => {
    if (isShown) return openPanel(hasOutline ? 'flow' : 'outline')
    setOpened(null)
    setSeveral([])
    close()
  })
  const open = (next: Selection) => {
    // Without a selection the drawer closes, or shows the outline: the focus in it would be lost.
    if (next === null) focusWhenRendered(hasCanvas ? sidePanelIds.details.toggle : 'outline')
    selectOne(next)
    setOpened(next)
  }
  const selectSteps = (ids: readonly string[]) => {
    if (ids.length < 2) return selectOne(ids[0] === undefined ? null : { node: ids[0] })
    setOpened(null)
    setSeveral(ids)
    setAnnouncement(stepTexts.selectionCount(ids.length))
    if (!ids.includes(stepId ?? '')) select({ node: ids[0] ?? '' })
  }
  const actions = createPanelActions(editor, graph, { open, selectSteps })
  useEditorKeys({
    actions,
    selection,
    selectedIds,
    selectAll: () => selectSteps(lines.map(({ node }) => node.id)),
    save: onSave,
    showOutline: () => {
      if (hasOutline) showOutline(true)
      else openPanel('outline')
    },
    showStep: () => {
      if (panel !== null && panel !== 'step') openPanel('step')
    },
  })
  useStepClipboard(
    () => {
      if (selectedIds.length === 0) return null
      setAnnouncement(`${plural(selectedIds.length, 'step', 'steps')} copied.`)
      return copySteps(graph, selectedIds)
    },
    (copied) => {
      editor.edit({ kind: 'paste', copied })
      const { ids } = pasteSteps(graph, copied)
      selectSteps(ids)
      setAnnouncement(`${plural(ids.length, 'step', 'steps')} pasted.`)
    },
  )

  /** The panels that a press opens while the drawer is closed. */
  const closedPanels: { id: PanelId; label: string; count?: number }[] = [
    ...(hasOutline ? [] : [{ id: 'outline' as const, label: texts.outline }]),
    { id: 'flow', label: 'Flow' },
    { id: 'rules', label: 'Rules', count: rules.length },
    { id: 'problems', label: stepTexts.problems, count: problems.length },
    { id: 'rehearse', label: stepTexts.rehearse },
  ]
  const known = [...new Set([...knownColumns, ...variablesIn(...stringsIn(fields.draft))])]

  const outline = (
    <Outline
      lines={lines}
      selectedIds={selectedIds}
      path={rehearsal.path}
      onSelect={open}
      // In the drawer, selecting a step replaces the outline by the step.
      onSelectSteps={hasOutline ? selectSteps : null}
    />
  )
  return (
    <div className={cx('flex flex-col bg-surface', windowHeight)}>
      <output className="sr-only">{announcement}</output>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-2 py-1.5 sm:px-3">
        {/* The name of the flow stands in its place. */}
        <div className="sr-only">
          <PageHeader title={title} windowTitle={windowTitle} />
        </div>
        <PlainLink
          to={back.to}
          title={back.label}
          className="grid size-control-small shrink-0 place-items-center rounded-base text-muted hover:bg-hover hover:text-ink"
        >
          <Glyph icon={ChevronLeft} />
          <span className="sr-only">{back.label}</span>
        </PlainLink>
        <HeaderFields {...fields} buttons={buttons} />
      </div>
      <div className="flex max-h-[40vh] shrink-0 flex-col gap-2 overflow-y-auto border-b border-line px-4 py-2 empty:hidden">
        {notices}
      </div>
      <div className="flex min-h-0 flex-1">
        {hasOutline && outlinePanel.isShown && (
          <nav
            id={sidePanelIds.outline.panel}
            aria-label={texts.outline}
            className="w-55 shrink-0 overflow-y-auto border-r border-line px-1 py-2"
          >
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
              outline={hasOutline ? outlinePanel : null}
              details={details}
              panels={details.isShown ? [] : closedPanels}
              // The pressed button is no longer there beside the open drawer.
              onOpenPanel={(id) => {
                openPanel(id)
                focusWhenRendered(tabId(id))
              }}
              hasDiagram
            />
            <div className="min-h-0 flex-1">
              <Diagram
                graph={graph}
                lines={lines}
                problems={problemsByStep(problems)}
                selectedIds={selectedIds}
                selectedEdgeId={selectedEdgeId(selection)}
                path={rehearsal.path}
                onSelect={selectOne}
                edit={{
                  selectSteps,
                  open: (id) => open({ node: id }),
                  connect: actions.connect,
                  add: actions.add,
                  arrange: (kind, positions) => editor.edit({ kind, positions }),
                }}
              />
            </div>
          </div>
        )}
        {details.isShown && (
          <div
            id={sidePanelIds.details.panel}
            className={cx('flex min-w-0 flex-col', hasCanvas ? 'w-85 shrink-0 border-l border-line' : 'flex-1')}
          >
            {!hasCanvas && (
              <StepsToolbar
                editor={editor}
                actions={actions}
                graph={graph}
                selection={selection}
                outline={null}
                details={null}
                panels={[]}
                onOpenPanel={openPanel}
              />
            )}
            <KnownVariables value={known}>
              <Drawer
                {...fields}
                lines={lines}
                problems={problems}
                selection={selection}
                selectedIds={selectedIds}
                opened={isSameSelection(opened, selection) ? opened : null}
                panel={panel}
                onOpenPanel={openPanel}
                onSelect={open}
                actions={actions}
                outline={hasOutline ? null : outline}
                rehearsal={rehearsal.content}
              />
            </KnownVariables>
          </div>
        )}
      </div>
    </div>
  )
}
