/** The keys of the flow editor. */
import { useEffect, useEffectEvent } from 'react'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { fieldId } from '#ui/forms/field.tsx'
import { searchId } from '../panels/outline.tsx'
import { focusStep, type PanelActions } from '../panels/panel-actions.ts'
import { connectField } from '../panels/step-panel.tsx'
import { type Copied, clipboardTextOf, copiedIn } from '../steps/copied-steps.ts'
import { type Selection, selectedEdgeId, selectedStepId } from '../steps/selection.ts'
import { focusWhenRendered } from './focus-when-rendered.ts'

interface Props {
  actions: PanelActions
  selection: Selection
  /** The selected steps: one, or several. */
  selectedIds: readonly string[]
  selectAll: () => void
  save: () => void
  /** Opens the panel with the outline, if the outline is in the drawer. */
  showOutline: () => void
  /** Opens the panel with the selected step. */
  showStep: () => void
}

export function useEditorKeys({
  actions,
  selection,
  selectedIds,
  selectAll,
  save,
  showOutline,
  showStep,
}: Props): void {
  const stepId = selectedStepId(selection)
  const edgeId = selectedEdgeId(selection)
  const remove = () => {
    if (selectedIds.length > 0) actions.removeSteps(selectedIds)
    else if (edgeId !== null) actions.removeConnection(edgeId)
  }
  const canRemove = selectedIds.length > 0 || edgeId !== null
  useShortcut('flows.delete', remove, canRemove)
  useShortcut('flows.deleteBack', remove, canRemove)
  useShortcut('flows.save', save)
  useShortcut('flows.addSay', () => actions.add('say', stepId))
  useShortcut('flows.addAsk', () => actions.add('ask', stepId))
  useShortcut('flows.addCondition', () => actions.add('condition', stepId))
  useShortcut('flows.addTransfer', () => actions.add('transfer', stepId))
  useShortcut('flows.addMessage', () => actions.add('message', stepId))
  useShortcut('flows.addEnd', () => actions.add('end', stepId))
  useShortcut('flows.leaveField', () => focusStep(stepId))
  const connect = () => {
    showStep()
    focusWhenRendered(fieldId(connectField))
  }
  useShortcut('flows.connect', connect, stepId !== null)
  useShortcut('flows.find', () => {
    showOutline()
    focusWhenRendered(searchId)
  })
  useShortcut('flows.selectAll', selectAll)
  useShortcut('flows.duplicate', () => actions.duplicate(selectedIds), selectedIds.length > 0)
}

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], dialog, [role=dialog]') !== null

/**
 * Copies and pastes steps with the browser's own events, which need no permission and also work between tabs.
 *
 * @param copy the steps to copy; null: none is selected
 */
export function useStepClipboard(copy: () => Copied | null, paste: (copied: Copied) => void): void {
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    // A text that somebody selected on the page is copied as usual.
    if (isTyping(event) || getSelection()?.isCollapsed === false) return
    const copied = copy()
    if (!copied) return
    event.clipboardData?.setData('text/plain', clipboardTextOf(copied))
    event.preventDefault()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const copied = isTyping(event) ? null : copiedIn(event.clipboardData?.getData('text/plain') ?? '')
    if (!copied) return
    event.preventDefault()
    paste(copied)
  })
  useEffect(() => {
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}
