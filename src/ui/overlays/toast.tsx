/** Notifications in the corner of the page. They are announced, and F6 moves the focus to them. */
import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import { cx, floatingClasses } from '../classes.ts'
import { IconButton } from '../forms/icon-button.tsx'

export interface ToastData {
  tone: 'neutral' | 'danger'
}
export const createToastManager = () => Toast.createToastManager<ToastData>()
export type ToastManager = ReturnType<typeof createToastManager>

function ToastList() {
  const { toasts, close } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-floats=""
      className={cx(
        floatingClasses,
        'relative border-l-2 transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
        toast.data?.tone === 'danger' ? 'border-danger' : 'border-accent',
      )}
    >
      <Toast.Content className="flex items-start gap-2 py-2 pr-2 pl-3">
        <div className="min-w-0 flex-1 py-0.5">
          <Toast.Title className="text-base font-medium" />
          <Toast.Description className="text-label text-soft" />
          <Toast.Action className="mt-1 text-label font-medium text-accent underline underline-offset-2" />
        </div>
        <IconButton size="small" icon={X} label="Dismiss notification" onClick={() => close(toast.id)} />
      </Toast.Content>
    </Toast.Root>
  ))
}

export const ToastViewport = ({ manager }: { manager: ToastManager }) => (
  <Toast.Provider toastManager={manager} timeout={8_000} limit={5}>
    <Toast.Portal>
      <Toast.Viewport
        aria-label="Notifications"
        className="fixed right-4 bottom-4 z-70 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2 outline-none"
      >
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)
