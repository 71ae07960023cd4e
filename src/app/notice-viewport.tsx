/** Shows notifications in the corner of the page. */
import { useEffect } from 'react'
import { noticeDurationMs, subscribeToNotices, takeNotices } from '#kit/actions/notices.ts'
import { createToastManager, ToastViewport } from '#ui/overlays/toast.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'

const toasts = createToastManager()

function showPendingNotices() {
  for (const notice of takeNotices()) {
    const { title, text, tone = 'neutral', action } = notice
    const id = toasts.add({
      title: visibleText(title),
      description: text === undefined ? undefined : visibleText(text),
      data: { tone },
      priority: tone === 'danger' ? 'high' : 'low',
      timeout: noticeDurationMs(notice) ?? 0,
      actionProps: action && {
        children: action.label,
        // The action can be used only once.
        onClick: () => {
          toasts.close(id)
          action.onClick()
        },
      },
    })
  }
}

export default function NoticeViewport() {
  useEffect(() => {
    showPendingNotices()
    return subscribeToNotices(showPendingNotices)
  }, [])
  return <ToastViewport manager={toasts} />
}
