import { useEffect } from 'react'
import { followNotices, takeNotices } from '#kit/actions/notices.ts'
import { createToasts, ToastViewport } from '#ui/overlays/toast.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'

const toasts = createToasts()

function show() {
  for (const { title, text, tone = 'neutral', action } of takeNotices()) {
    toasts.add({
      title: visibleText(title),
      description: text === undefined ? undefined : visibleText(text),
      data: { tone },
      priority: tone === 'danger' ? 'high' : 'low',
      timeout: tone === 'danger' || action ? 0 : 8_000,
      actionProps: action && { children: action.label, onClick: action.onClick },
    })
  }
}

export default function NoticeViewport() {
  // The corner follows the queue of notices.
  useEffect(() => {
    show()
    return followNotices(show)
  }, [])
  return <ToastViewport toasts={toasts} />
}
